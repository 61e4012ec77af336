// Writes a page with a form, as docs/how-to/form.md shows one: its fields, call and texts are examples to replace.
import { readFileSync } from 'node:fs'

import { addScreen, allowFeature, insertBefore, readName, write } from './edit'
import { addRoute } from './screen'

const PAGE = 'docs/how-to/form.md'

/**
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
  const blocks = readFileSync(PAGE, 'utf8').matchAll(/^```tsx? file=(\S+)\n(.*?)^```$/gms)
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
