import { readdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

import { addressesIn } from '../../app/framework/typed-routes'
import routes from '../../app/routes'

/** An address of the product, with the names that its form and loader read. */
export interface Address {
  /** Id in the access log. */
  id: string
  /** Path in `app/routes.ts`. */
  route: string
  names: string[]
}

interface Module {
  action?: { inputNames?(): string[] }
}
const modules = import.meta.glob<Module>('../../app/*/**/*.{screen,action,resource}.{ts,tsx}')

/** Query parameters that the source files of a route's folder read by `get('…')`; no schema lists them. */
function parametersIn(directory: string): string[] {
  const sources = readdirSync(directory)
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .map((file) => readFileSync(`${directory}/${file}`, 'utf8'))
  return sources.flatMap((source) =>
    [...source.matchAll(/\bget\('([\w-]+)'\)/g)].map(([, name = '']) => name),
  )
}

/** Every address of `app/routes.ts`, including new ones. */
export const addresses: Address[] = await Promise.all(
  addressesIn(routes).map(async ({ id, file, path }) => {
    const { action } = (await modules[`../../app/${file}`]?.()) ?? {}
    const parameters = parametersIn(
      dirname(fileURLToPath(new URL(`../../app/${file}`, import.meta.url))),
    )
    const common = ['formId', 'returnTo', 'page', 'q']
    const names = [...new Set([...(action?.inputNames?.() ?? []), ...parameters, ...common])]
    return { id, route: path, names }
  }),
)

/** Repeated text that slows down patterns and parsers. */
export const pieces = ' ,a,0,<,",(,.,-,%,\n,я,😀,:1,@,/'.split(',')

const total = (piece: string, bytes: number) =>
  piece.repeat(Math.floor(bytes / Buffer.byteLength(piece)))

/** Number of names in a form: each must be long enough to cost something. */
const TOGETHER = 8

function getGroups(names: string[]): string[][] {
  const count = Math.ceil(names.length / TOGETHER)
  return Array.from({ length: count }, (_, group) =>
    names.slice(group * TOGETHER, (group + 1) * TOGETHER),
  )
}

/** Forms of a given size: long names, one name many times, nested names. */
export function forms({ names }: Address): [what: string, make: (bytes: number) => string][] {
  const [first = 'a'] = names
  return [
    ...getGroups(names).flatMap((group) =>
      pieces.map((piece): [string, (bytes: number) => string] => [
        `values of ${JSON.stringify(piece)} of ${group[0]} and others`,
        (bytes) => {
          const text = total(encodeURIComponent(piece), bytes / group.length - 20)
          return group.map((name) => `${name}=${text}`).join('&')
        },
      ]),
    ),
    ...['a&', `${first}&`, `${first}=1&`, '=&', '%', '+'].map(
      (piece): [string, (bytes: number) => string] => [
        `${piece} many times`,
        (bytes) => total(piece, bytes),
      ],
    ),
    // Values that conform would parse as JSON.
    ...['[', '{"a":', '"type",'].flatMap((piece) =>
      ['__intent__', '__state__'].map((name): [string, (bytes: number) => string] => [
        `${name} of ${piece}`,
        (bytes) => `${name}=${total(encodeURIComponent(piece), bytes)}&${first}=1`,
      ]),
    ),
    ...['[0]', '.a', '[]', '[a]'].map((piece): [string, (bytes: number) => string] => [
      `a name with ${piece}`,
      (bytes) => `${first}${total(piece, bytes)}=1`,
    ]),
  ]
}

/** Forms for an address that reads no names: the first names stand for all. */
export const formsForGuests = (address: Address) =>
  forms({ ...address, names: address.names.slice(0, TOGETHER) })

/** An address with repeated text in each parameter and in a query. */
export function getUrl({ route, names }: Address, piece: string, bytes: number): string {
  const value = (share: number) => total(encodeURIComponent(piece), share)
  const path = route.replace(/:\w+\??|\*/g, () => value(bytes / 4) || 'x')
  const asked = names.slice(0, 8)
  const query = asked.map((name) => `${name}=${value(bytes / 2 / asked.length)}`).join('&')
  return `/${path}?${query}`
}
