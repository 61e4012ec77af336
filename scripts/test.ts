// Tests in seven minutes on two cores whether a change is good: types, lint, units, loaders and actions, HTTP,
// attacks, screens and one journey of each kind. `npm run test:release` has the rest. Ends with «N passed, N
// failed».
import './help.mjs'
import { command, npm, playwright, runSuite, smokeJourneys, TYPESCRIPT, vitest } from './test/steps'

const env = { UNIT_WORKERS: '1' }
// They wait for time-outs.
const waiting = { UNIT_WORKERS: '2' }

await runSuite(
  [[command('tools', 'node_modules/.bin/tsx', 'scripts/ensure-tools.ts')]],
  [
    [npm('build', 'build'), command('types', 'node', TYPESCRIPT, '--noEmit')],
    [npm('lint', 'lint')],
  ],
  [
    [
      vitest('HTTP', { projects: ['http'] }),
      playwright('journeys', '--workers=1', ...smokeJourneys),
      vitest('a day in Firefox and WebKit', { projects: ['day'] }),
    ],
    [
      vitest('units and deployment', { projects: ['unit', 'mocked', 'deploy'], env }),
      vitest('loaders and actions', { projects: ['routes'], env: waiting }),
    ],
    // Attacks wait for two thirds of their time.
    [vitest('attacks', { projects: ['security'] }), vitest('screens', { projects: ['screens'] })],
  ],
)
