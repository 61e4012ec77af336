// Runs while you write: types, lint, the units, loaders and actions that a change since the last commit can
// reach, and the HTML, speech, bytes and journeys of the nearest screens. Caches are in node_modules.
import './help.mjs'
import type { RouteId } from '../app/routes'
import { facts, type Screen } from '../app/screens.server'
import { isBuilt } from './built-sources.mjs'
import { changedScreens, getJourneys } from './test/changed-screens'
import { command, npm, playwright, runSuite, vitest, type Step } from './test/steps'

const CACHE = 'node_modules/.cache'
/** More would take longer than a pause between two lines of code. */
const [MAX_SCREENS, MAX_JOURNEYS] = [2, 1]
// Loaders and actions wait for time-outs, so more workers than cores finish sooner.
process.env.UNIT_WORKERS ??= '4'

const reached = changedScreens()
const screens = reached.slice(0, MAX_SCREENS)
const journeys = getJourneys(screens)
if (reached.length > MAX_SCREENS || journeys.length > MAX_JOURNEYS)
  console.log(
    `Left to npm test: ${Math.max(0, reached.length - MAX_SCREENS)} screens that the change reaches as well, ${Math.max(0, journeys.length - MAX_JOURNEYS)} journeys.`,
  )
const views = screens.map(({ id }) => (facts[id as RouteId] as Partial<Screen>).view ?? 'not_found')
const ofEach = 'follows the rule|begins with the title|no word breaks|no script of|valid HTML'

const pages: Step[] = [
  ...((await isBuilt()) ? [] : [npm('build', 'build')]),
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
      ...['node_modules/.bin/tsc', '--noEmit', '--incremental'],
      ...['--tsBuildInfoFile', `${CACHE}/tsconfig.tsbuildinfo`],
    ),
    command(
      'lint',
      ...['node_modules/.bin/eslint', '.', '--max-warnings', '0'],
      ...['--cache', '--cache-location', `${CACHE}/eslint.json`],
    ),
    command('tests of what changed', 'node_modules/.bin/tsx', 'scripts/test/quick.ts'),
  ],
])
