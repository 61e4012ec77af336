// Runs while you write: types, eslint, words, the units, loaders and actions that a change since the last commit can
// reach, rows of the specification in it, and the HTML, speech, bytes and journeys of the nearest screens. Caches are in node_modules.
import './help.mjs'
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { addressesIn } from '../app/framework/typed-routes'
import routes, { type RouteId } from '../app/routes'
import { facts, type Screen } from '../app/screens.server'
import { isBuilt } from './built-sources.mjs'
import { after, command, playwright, runSuite, TYPESCRIPT, vitest } from './test/steps'

const TSX = 'node_modules/.bin/tsx'
const CACHE = 'node_modules/.cache'
/** More would take longer than a pause between two lines of code. */
const [MAX_SCREENS, MAX_JOURNEYS] = [2, 1]
// Each worker loads the application once more.
process.env.UNIT_WORKERS ??= '1'

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).split('\n')
const changed = [
  ...git('diff', '--name-only', 'HEAD'),
  ...git('ls-files', '-o', '--exclude-standard'),
].filter(Boolean)
const code = readdirSync('app', { recursive: true, encoding: 'utf8' })
  .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
  .map((file) => join('app', file))

/** The files that import one, by its path. */
const importers = new Map<string, string[]>()
for (const file of code)
  for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(/from '([.~]\.?\/[^']+)'/g)) {
    const path = name.startsWith('~/') ? join('app', name.slice(2)) : join(dirname(file), name)
    const imported = ['', '.ts', '.tsx'].map((end) => path + end).find(existsSync) ?? ''
    importers.set(imported, [...(importers.get(imported) ?? []), file])
  }

/** Screens that changed files can reach, the nearest first. */
function changedScreens() {
  const reached = new Set(changed.filter((file) => file.startsWith('app/')))
  for (const file of reached) for (const one of importers.get(file) ?? []) reached.add(one)
  const screens = addressesIn(routes).filter(({ file }) => file.endsWith('.screen.tsx'))
  return [...reached].flatMap((file) => screens.filter((one) => join('app', one.file) === file))
}

/** The journeys of screens: those with the name of the feature or the page, else those that name the address. */
function getJourneys(screens: ReturnType<typeof changedScreens>): string[] {
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

const isBuildNeeded = screens.length > 0 && !(await isBuilt('.', true))
const build = command(
  'build',
  'sh',
  ...['-c', 'remix vite:build --logLevel warn && node scripts/finish-build.mjs --quick'],
)
const building = isBuildNeeded ? build.run() : Promise.resolve({ passed: 1, failed: 0 })
const pages = vitest('HTML, speech and bytes', {
  projects: ['screens'],
  args: [
    ...['html', 'speech', 'bytes'].map((name) => `tests/screens/${name}.test.ts`),
    ...['-t', `«(?:${views.join('|')})»|${ofEach}`],
  ],
  env: { SCREENS: views.join(',') },
})
const specs = journeys.slice(0, MAX_JOURNEYS)

// What others wait for gets the processor first.
await runSuite([
  isBuildNeeded ? [{ ...build, run: () => building }] : [],
  screens.length > 0 ? [after(building, pages)] : [],
  specs.length > 0 ? [after(building, playwright('journeys', '--workers=1', ...specs))] : [],
  [
    command(
      'types',
      ...['nice', 'node', TYPESCRIPT, '--noEmit', '--incremental'],
      ...['--tsBuildInfoFile', `${CACHE}/tsconfig.tsbuildinfo`],
    ),
    command(
      'eslint',
      ...['nice', 'node_modules/.bin/eslint', '.', '--max-warnings', '0'],
      ...['--cache', '--cache-location', `${CACHE}/eslint.json`],
    ),
    command('rows of what changed', 'nice', TSX, 'tests/support/mutate.ts', '--changed'),
    vitest('words', { projects: ['deploy'], args: ['tests/deploy/words.test.ts'] }),
  ],
  [
    command(
      'tests of what changed',
      ...[TSX, 'scripts/test/quick.ts'],
      // No unit, loader or action reads a style.
      ...changed.filter((file) => !file.endsWith('.css')),
    ),
  ],
])
