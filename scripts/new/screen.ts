// Writes the skeleton of a page for shoppers, without or with a form: page, test, route, and rows in the lists.
import { readFileSync } from 'node:fs'

import { addScreen, allowFeature, insertBefore, readName, write } from './edit'

const screenText = (component: string) => `import type { MetaFunction } from '@remix-run/node'

import { pageTitle } from '~/lib/page-title'
import { tabName } from '~/lib/shown-brand'
import { EmptyState } from '~/ui/block'
import { PageHeader } from '~/ui/page-header'

const TITLE = 'Новая страница'

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, TITLE)]

export async function loader() {
  return null
}

export default function ${component}() {
  return (
    <>
      <PageHeader title={TITLE} backHref="/profile" backLabel={tabName('profile')} />
      <EmptyState title="Здесь пока пусто" />
    </>
  )
}
`

const testText = (file: string, address: string) => `import { expect, test } from 'vitest'

import { testContext } from '../../tests/support/test-context'
import { loader } from './${file}'

const { shopper } = testContext()

// app/routes.test.ts tests guards, secrets and failing gateways of every address.
test('a shopper sees the page', async () => {
  const { load } = await shopper()
  expect((await load(loader, '${address}')).status).toBe(200)
})
`

/**
 * @param given the feature's folder and the page: `profile/badges`
 * @returns the changed files
 */
export function newScreen([name = '']: string[]): string[] {
  const { feature, page, title } = readName(name)
  return [
    ...allowFeature(feature),
    write(`app/${name}.screen.tsx`, screenText(`${title}Screen`)),
    write(`app/${name}.screen.test.ts`, testText(`${page}.screen`, `/${name}`)),
    addRoute(name),
    addScreen(name),
  ]
}

/** The address of a page, in the layout of the application. */
export const addRoute = (name: string): string =>
  insertBefore(
    'app/routes.ts',
    "layout('shell/app-layout.tsx'",
    '  ]),',
    `    route('${name}', '${name}.screen.tsx'),`,
  )

const FORM_PAGE = 'docs/how-to/form.md'

/**
 * Writes a page with a form, as docs/how-to/form.md shows one: its fields, call and texts are examples to replace.
 * @param given the feature's folder and the page: `profile/nickname`
 * @returns the changed files
 */
export function newForm([name = '']: string[]): string[] {
  const { feature, page, camel, title } = readName(name)
  const renamed = (text: string) =>
    text
      .replaceAll('profile/first-name', name)
      .replaceAll('first-name', page)
      .replaceAll(/firstNameForm/g, `${camel}Form`)
      .replaceAll(/FirstName(Fields|Screen)/g, `${title}$1`)
  const blocks = readFileSync(FORM_PAGE, 'utf8').matchAll(/^```tsx? file=(\S+)\n(.*?)^```$/gms)
  return [
    ...allowFeature(feature),
    ...Array.from(blocks, ([, file = '', text = '']) => write(renamed(file), renamed(text))),
    addRoute(name),
    addScreen(name),
    insertBefore(
      'tests/support/forms.ts',
      'export const forms',
      '} as const',
      `  '${name}.screen': {
    right: { firstName: 'Ульяна' },
    wrong: { press: 'Сохранить' },
    writes: { 'PATCH /v1/profile': /Сохранить пока не удалось/ },
  },`,
    ),
  ]
}
