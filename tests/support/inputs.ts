import { readdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'

import { addressesIn } from '../../app/framework/typed-routes'
import { profileInputNames } from '../../app/lib/profile-fields.server'
import routes from '../../app/routes'

/** An address of the product, with every name that its own files speak of. */
export interface Address {
  /** As the access log names it. */
  id: string
  /** As `app/routes.ts` writes it. */
  route: string
  names: string[]
}

const named = [
  /\bname="([\w-]+)"/g,
  /\bfields\.(\w+)/g,
  /\bget\('([\w-]+)'\)/g,
  /^\s+'?([\w-]+)'?: z\b/gm,
]

function namesIn(directory: string): string[] {
  const sources = readdirSync(directory)
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .map((file) => readFileSync(`${directory}/${file}`, 'utf8'))
  const found = sources.flatMap((source) =>
    named.flatMap((form) => [...source.matchAll(form)].map(([, name = '']) => name)),
  )
  return [...new Set([...found, 'formId', 'returnTo', 'page', 'q'])]
}

/** Those that several rooms share. */
const shared = [
  ...namesIn(new URL('../../app/forms', import.meta.url).pathname),
  ...profileInputNames,
]

/** Every address of `app/routes.ts`: a new one is here as soon as it is there. */
export const addresses: Address[] = addressesIn(routes).map(({ id, file, path }) => ({
  id,
  route: path,
  names: [
    ...new Set([
      ...namesIn(dirname(new URL(`../../app/${file}`, import.meta.url).pathname)),
      ...shared,
    ]),
  ],
}))

/** What patterns and parsers stumble over when it is repeated. */
export const pieces = ' ,a,0,<,",(,.,-,%,\n,я,😀,:1,@,/'.split(',')

const total = (piece: string, bytes: number) =>
  piece.repeat(Math.floor(bytes / Buffer.byteLength(piece)))

/** So many names share the length of a form: each of them has to be long enough to cost something. */
const TOGETHER = 8

function groupsOf(names: string[]): string[][] {
  const count = Math.ceil(names.length / TOGETHER)
  return Array.from({ length: count }, (_, group) =>
    names.slice(group * TOGETHER, (group + 1) * TOGETHER),
  )
}

/** Forms of so many bytes: each name long, one name many times, names in names. */
export function forms({ names }: Address): [what: string, make: (bytes: number) => string][] {
  const [first = 'a'] = names
  return [
    ...groupsOf(names).flatMap((group) =>
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
    // What conform would parse as JSON.
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

/** Those for an address that looks for no name in a form: the first names stand for all. */
export const formsForGuests = (address: Address) =>
  forms({ ...address, names: address.names.slice(0, TOGETHER) })

/** An address with something repeated in each of its parameters and in a query. */
export function urlOf({ route, names }: Address, piece: string, bytes: number): string {
  const value = (share: number) => total(encodeURIComponent(piece), share)
  const path = route.replace(/:\w+\??|\*/g, () => value(bytes / 4) || 'x')
  const asked = names.slice(0, 8)
  const query = asked.map((name) => `${name}=${value(bytes / 2 / asked.length)}`).join('&')
  return `/${path}?${query}`
}
