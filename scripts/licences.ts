// Fails when a shipped package has a forbidden licence, or any package has one that extends to its output.
import './help.mjs'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

import { init } from 'license-checker-rseidelsohn'

/** Licences that allow shipping without publishing the sources. MPL-2.0 does for unchanged files. */
const ALLOWED = [
  ...['MIT', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0'],
  ...['CC0-1.0', 'MPL-2.0', 'Unlicense'],
]

/** A development package is never shipped, but may write into shipped files. */
const REFUSED_EVERYWHERE = /GPL|SSPL|BUSL|UNKNOWN/i

/** The command line that `@sentry/remix` asks for: its script is not run, and the build has nothing of it. */
const NEVER_SHIPPED = /^@sentry\/cli(?:-|$)/

/** An installed package: `{ name: 'zod', version: '3.25.76', licence: 'MIT' }`. */
export interface Licensed {
  name: string
  version: string
  /** An SPDX expression; one guessed from the licence's text ends in `*`. */
  licence: string
}

/** The packages that are installed, by name. */
export async function readLicences(only: 'production' | 'all'): Promise<Licensed[]> {
  const start = process.cwd()
  const options = { start, production: only === 'production', excludePrivatePackages: true }
  const found = await promisify(init)(options)
  return Object.entries(found).map(([id, { licenses = 'UNKNOWN' }]) => ({
    name: id.slice(0, id.lastIndexOf('@')),
    version: id.slice(id.lastIndexOf('@') + 1),
    licence: [licenses].flat().join(' AND '),
  }))
}

/** Whether a choice of the expression has only allowed licences. */
export function isAllowed(expression: string): boolean {
  const choices = expression.replace(/[()]/g, '').split(' OR ')
  return choices.some((choice) => choice.split(' AND ').every((each) => ALLOWED.includes(each)))
}

/** The forbidden packages, one per line. */
export function refusals(production: Licensed[], all: Licensed[]): string[] {
  const refused = [
    ...production.filter(({ name }) => !NEVER_SHIPPED.test(name)),
    ...all.filter(({ licence }) => REFUSED_EVERYWHERE.test(licence)),
  ].filter(({ licence }) => !isAllowed(licence))
  return [...new Set(refused.map(({ name, version, licence }) => `${name} ${version}: ${licence}`))]
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [production, all] = await Promise.all([readLicences('production'), readLicences('all')])
  const refused = refusals(production, all)
  for (const line of refused) console.error(`Not allowed: ${line}`)
  console.log(
    `${production.length} production packages, ${all.length} in all: ${refused.length} refused`,
  )
  process.exitCode = refused.length === 0 ? 0 : 1
}
