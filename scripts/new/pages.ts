// Writes skeletons from the examples of docs/how-to, in other names.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

import type { Endpoint } from '../../app/gateways/endpoint.server'
import { contract } from '../../app/gateways/gateways.server'
import { allowFeature, changeUnsent, insertBefore, readName, write } from './edit'

/** Writes the files of a page of docs/how-to, or of one of its sections, renamed. */
function writeExamples(page: string, rename: (text: string) => string, section = ''): string[] {
  const text = readFileSync(`docs/how-to/${page}.md`, 'utf8')
  const [own = ''] = text.slice(text.indexOf(section)).split(section ? /\n## / : /$^/)
  const blocks = own.matchAll(/^```tsx? file=(\S+)\n(.*?)^```$/gms)
  return Array.from(blocks, ([, file = '', block = '']) => write(rename(file), rename(block)))
}

/** The address of a page that nothing links to yet, in the layout of the application. */
const addScreen = (name: string): string[] => [
  insertBefore(
    'app/routes.ts',
    "layout('shell/app-layout.tsx'",
    '  ]),',
    `    route('${name}', '${name}.screen.tsx'),`,
  ),
  insertBefore(
    'app/screens.server.ts',
    'const screens =',
    "  'framework/not-found.screen': {",
    `  '${name}.screen': {
    for: 'shopper',
    view: '${name.replace(/\W/g, '_')}',
    unlinked: 'no page links to it yet',
  },`,
  ),
]

const addForm = (row: string): string =>
  insertBefore('tests/support/forms.ts', 'export const forms', '} as const', row)

/**
 * A page: its file, test, route and row.
 * @param given the feature's folder and the page: `profile/badges`
 * @returns the changed files
 */
export function newScreen([name = '']: string[]): string[] {
  const { feature, page, title } = readName(name)
  const rename = (text: string) =>
    text
      .replaceAll('offers/started', name)
      .replaceAll('started.screen', `${page}.screen`)
      .replaceAll('StartedScreen', `${title}Screen`)
  return [
    ...allowFeature(feature),
    ...writeExamples('page', rename, '## The skeleton'),
    ...addScreen(name),
  ]
}

/**
 * A page with a form, whose fields, call and texts are examples to replace.
 * @param given the feature's folder and the page: `profile/nickname`
 * @returns the changed files
 */
export function newForm([name = '']: string[]): string[] {
  const { feature, page, camel, title } = readName(name)
  const rename = (text: string) =>
    text
      .replaceAll('profile/first-name', name)
      .replaceAll('first-name', page)
      .replaceAll(/firstNameForm/g, `${camel}Form`)
      .replaceAll(/FirstName(Fields|Screen)/g, `${title}$1`)
  return [
    ...allowFeature(feature),
    ...writeExamples('form', rename),
    ...addScreen(name),
    addForm(`  '${name}.screen': {
    right: { firstName: 'Ульяна' },
    wrong: { press: 'Сохранить' },
    writes: { 'PATCH /v1/profile': /Сохранить пока не удалось/ },
  },`),
  ]
}

/**
 * A form in each entry of a list: action, button, test, address, kill switch and row for the tests.
 * @returns the changed files
 */
export function newListForm(given: string[]): string[] {
  const { values, positionals } = parseArgs({
    args: given,
    allowPositionals: true,
    options: { call: { type: 'string' }, at: { type: 'string' } },
  })
  const [name = ''] = positionals
  const { feature, page, title } = readName(name)
  const { call = '', at = '' } = values
  const [subject = '', method = ''] = call.split('.')
  const groups = Object.values(contract) as Record<string, Endpoint>[]
  const endpoint = groups.find((group) => method in group)?.[method]?.name
  const [, list = '', param = ''] = /^\/([\w/-]+)\/:(\w+)$/.exec(at) ?? []
  if (!subject || !endpoint)
    throw new Error('--call is a function of a gateway: promotions.noteOffer')
  if (!param)
    throw new Error('--at is the address of an entry and ends in its id: /actions/offers/:code')
  const renameWords = (text: string) =>
    text
      .replaceAll(/\bcode: |(?<=params\.)code\b/g, (found) => found.replace('code', param))
      .replaceAll('/actions/offers', `/${list}`)
      .replaceAll('app/offers/', `app/${feature}/`)
      .replaceAll('NoteForm', `${title}Form`)
      .replaceAll(/\bnote\b/g, page)
  // An endpoint may contain the words.
  const rename = (text: string) =>
    text
      .split('PATCH /v2/offers/{code}/note')
      .map(renameWords)
      .join(endpoint)
      .replaceAll('promotions.noteOffer', call)
  changeUnsent((names) => names.filter((each) => each !== endpoint))
  return [
    ...allowFeature(feature),
    ...writeExamples('list-form', rename),
    insertBefore(
      'app/routes.ts',
      "route('profile/illegal'",
      '',
      `  route('${list}/:${param}/${page}', '${name}.action.ts'),`,
    ),
    insertBefore(
      'app/screens.server.ts',
      'const actions =',
      '} as const',
      `  '${name}.action': { for: 'shopper', unlinked: 'no list shows it yet' },`,
    ),
    insertBefore(
      'app/domain/switch-names.ts',
      'killSwitches',
      '} as const',
      `  '${page}': 'the form of an entry',`,
    ),
    addForm(`  '${name}.action': {
    right: { text: 'Для мамы' },
    writes: { '${endpoint}': /Сохранить не удалось/ },
  },`),
  ]
}
