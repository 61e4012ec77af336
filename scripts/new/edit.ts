// How the skeletons change files.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Writes a new file. */
export function write(file: string, text: string): string {
  if (existsSync(file)) throw new Error(`${file} is there already`)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  return file
}

/** Inserts lines before the first line `end` after `start`. */
export function insertBefore(file: string, start: string, end: string, lines: string): string {
  const text = readFileSync(file, 'utf8')
  const at = text.indexOf(`\n${end}`, text.indexOf(start))
  if (!text.includes(start) || at < 0)
    throw new Error(`${file} has no «${start}» that ends with «${end}»`)
  writeFileSync(file, `${text.slice(0, at)}\n${lines}${text.slice(at)}`)
  return file
}

/**
 * The folder and the page of a name such as `profile/badges`.
 * @throws Error when it is no such name, or has an address already
 */
export function readName(name = '') {
  if (!/^[a-z][a-z-]{1,30}\/[a-z][a-z-]{1,30}$/.test(name))
    throw new Error('Name the feature and the page: profile/badges')
  if (readFileSync('app/routes.ts', 'utf8').includes(`'${name}.`))
    throw new Error(`/${name} is there already`)
  const [feature = '', page = ''] = name.split('/')
  const camel = page.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  return { feature, page, camel, title: camel[0]!.toUpperCase() + camel.slice(1) }
}

/** The import rules with a new feature. */
export const allowFeature = (feature: string): string[] =>
  existsSync(`app/${feature}`)
    ? []
    : [insertBefore('.dependency-cruiser.mjs', 'const features = [', ']', `  '${feature}',`)]

/** Changes the list of writes that no form sends. */
export function changeUnsent(change: (names: string[]) => string[]): string {
  const file = 'tests/support/forms.ts'
  const text = readFileSync(file, 'utf8')
  const [list = ''] = /type Unsent =[^;]*?(?=\n\n)/.exec(text) ?? []
  const names = [...list.matchAll(/'([^']+)'/g)].map(([, name = '']) => name)
  const written = change(names).map((name) => `'${name}'`)
  writeFileSync(file, text.replace(list, `type Unsent = ${written.join(' | ') || 'never'}`))
  return file
}
