// Runs while you write: types, lint, and the units, loaders and actions that a change since the last commit
// can reach. No build, no browser. Caches of types, lint and modules are in node_modules.
import './help.mjs'
import { command, runSuite } from './test/steps'

const CACHE = 'node_modules/.cache'
// Loaders and actions wait for time-outs, so more workers than cores finish sooner.
process.env.UNIT_WORKERS ??= '4'

await runSuite([
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
  ],
  [command('tests of what changed', 'node_modules/.bin/tsx', 'scripts/test/quick.ts')],
])
