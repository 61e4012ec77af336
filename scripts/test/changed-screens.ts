// The screens that a change since the last commit can reach, and their journeys.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

import { addressesIn } from '../../app/framework/typed-routes'
import routes from '../../app/routes'

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).split('\n')
const code = readdirSync('app', { recursive: true, encoding: 'utf8' })
  .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
  .map((file) => join('app', file))

/** The file of this site that an import names. */
function resolve(from: string, name: string): string | undefined {
  const path = name.startsWith('~/') ? join('app', name.slice(2)) : join(dirname(from), name)
  return ['', '.ts', '.tsx'].map((end) => normalize(path) + end).find(existsSync)
}

/** Files by what they import. */
function getImporters(): Map<string, string[]> {
  const importers = new Map<string, string[]>()
  for (const file of code)
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(/from '([.~]\.?\/[^']+)'/g)) {
      const imported = resolve(file, name) ?? ''
      importers.set(imported, [...(importers.get(imported) ?? []), file])
    }
  return importers
}

interface ChangedScreen {
  id: string
  path: string
  file: string
}

/** Screens that changed files can reach, the nearest first. */
export function changedScreens(
  changed = [...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '-o', '--exclude-standard')],
): ChangedScreen[] {
  const importers = getImporters()
  const reached = new Set(changed.filter((file) => file.startsWith('app/')))
  for (const file of reached) for (const one of importers.get(file) ?? []) reached.add(one)
  const screens = addressesIn(routes).filter(({ file }) => file.endsWith('.screen.tsx'))
  return [...reached].flatMap((file) => {
    const screen = screens.find((one) => join('app', one.file) === file)
    return screen ? [screen] : []
  })
}

/** The journeys of screens: those with the name of the feature or the page, else those that name the address. */
export function getJourneys(screens: readonly ChangedScreen[]): string[] {
  const specs = readdirSync('tests/e2e').filter((file) => file.endsWith('.spec.ts'))
  return [
    ...new Set(
      screens.flatMap(({ file, path }) => {
        const names = file.replace('.screen.tsx', '').split('/')
        const own = specs.filter((spec) => names.includes(spec.replace('.spec.ts', '')))
        if (own.length > 0) return own
        const address = `'/${path.replace(/\/:.*/, '')}`
        return specs.filter((spec) => readFileSync(`tests/e2e/${spec}`, 'utf8').includes(address))
      }),
    ),
  ].map((spec) => `tests/e2e/${spec}`)
}
