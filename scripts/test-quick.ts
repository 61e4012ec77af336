// While writing: types and lint of what has changed, units, loaders and actions; no build, no browser. What
// types, lint and the tests' modules came to is kept in node_modules. How long it takes: docs/development.md.
import './help.mjs'
import { command, ownNode, vitest } from './test/commands'
import { aloud, sayAll } from './test/say'
import { runSteps } from './test/schedule'

const CORES = 2
const CACHE = 'node_modules/.cache'
const keepModules = '--experimental.fsModuleCache'

const ended = await runSteps(
  [
    {
      title: 'types',
      cores: 1,
      check: () =>
        command(
          ownNode,
          'node_modules/.bin/tsc',
          '--noEmit',
          '--incremental',
          '--tsBuildInfoFile',
          `${CACHE}/tsconfig.tsbuildinfo`,
        ),
    },
    {
      title: 'lint',
      cores: 1,
      check: () =>
        command(
          ownNode,
          'node_modules/.bin/eslint',
          '.',
          '--max-warnings',
          '0',
          '--cache',
          '--cache-location',
          `${CACHE}/eslint/`,
        ),
    },
    // Loaders and actions wait for gateways, and for time-outs: units fill the time.
    {
      title: 'loaders and actions',
      cores: 1,
      check: () => vitest(ownNode, ['routes'], { UNIT_WORKERS: '3' }, keepModules),
    },
    {
      title: 'unit tests',
      cores: 1,
      check: () => vitest(ownNode, ['unit', 'mocked'], { UNIT_WORKERS: '2' }, keepModules),
    },
  ],
  CORES,
  aloud,
)
process.exit(sayAll(ended) ? 0 : 1)
