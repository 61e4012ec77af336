// Runs while you write: types, eslint, words, the units, loaders and actions that a change since the last commit can
// reach, and the HTML, speech, bytes and journeys of the nearest screens. Caches are in node_modules.
import './help.mjs'
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

import { addressesIn } from '../app/framework/typed-routes'
import routes, { type RouteId } from '../app/routes'
import { facts, type Screen } from '../app/screens.server'
import { isBuilt } from './built-sources.mjs'
import { command, playwright, runSuite, TYPESCRIPT, vitest, type Step } from './test/steps'

const CACHE = 'node_modules/.cache'
/** More would take longer than a pause between two lines of code. */
const [MAX_SCREENS, MAX_JOURNEYS] = [2, 1]
// Loaders and actions wait for time-outs, so more workers than cores finish sooner.
process.env.UNIT_WORKERS ??= '3'

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).split('\n')
const changed = [
  ...git('diff', '--name-only', 'HEAD'),
  ...git('ls-files', '-o', '--exclude-standard'),
].filter(Boolean)
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
function changedScreens(): ChangedScreen[] {
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
function getJourneys(screens: readonly ChangedScreen[]): string[] {
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

const reached = changedScreens()
const screens = reached.slice(0, MAX_SCREENS)
const journeys = getJourneys(screens)
const left = [...reached.slice(MAX_SCREENS).map(({ id }) => id), ...journeys.slice(MAX_JOURNEYS)]
// At the end, where it is read.
if (left.length > 0) process.on('exit', () => console.log(`Left to npm test: ${left.join(' ')}`))
const views = screens.map(({ id }) => (facts[id as RouteId] as Partial<Screen>).view ?? 'not_found')
const ofEach = 'follows the rule|begins with the title|no word breaks|no script of|valid HTML'

const quickBuild = command(
  'build',
  'sh',
  ...['-c', 'remix vite:build --logLevel warn && node scripts/finish-build.mjs --quick'],
)
const pages: Step[] = [
  ...((await isBuilt('.', true)) ? [] : [quickBuild]),
  vitest('HTML, speech and bytes', {
    projects: ['screens'],
    args: [
      ...['html', 'speech', 'bytes'].map((name) => `tests/screens/${name}.test.ts`),
      ...['-t', `«(?:${views.join('|')})»|${ofEach}`],
    ],
    env: { SCREENS: views.join(',') },
  }),
  ...(journeys.length > 0
    ? [playwright('journeys', '--workers=1', ...journeys.slice(0, MAX_JOURNEYS))]
    : []),
]

await runSuite([
  screens.length > 0 ? pages : [],
  [
    command(
      'types',
      ...['node', TYPESCRIPT, '--noEmit', '--incremental'],
      ...['--tsBuildInfoFile', `${CACHE}/tsconfig.tsbuildinfo`],
    ),
    command(
      'eslint',
      ...['node_modules/.bin/eslint', '.', '--max-warnings', '0'],
      ...['--cache', '--cache-location', `${CACHE}/eslint.json`],
    ),
    vitest('words', { projects: ['deploy'], args: ['tests/deploy/words.test.ts'] }),
    command(
      'tests of what changed',
      ...['node_modules/.bin/tsx', 'scripts/test/quick.ts'],
      // No unit, loader or action reads a style.
      ...changed.filter((file) => !file.endsWith('.css')),
    ),
  ],
])
