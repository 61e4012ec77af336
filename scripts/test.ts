// Tests in seven minutes on two cores whether a change is good: types, lint, units, loaders and actions, HTTP,
// attacks, screens and one journey of each kind. `npm run test:release` has the rest. Ends with «N passed, N
// failed».
import './help.mjs'
import {
  after,
  command,
  npm,
  playwright,
  runSuite,
  smokeJourneys,
  TYPESCRIPT,
  vitest,
} from './test/steps'

const env = { UNIT_WORKERS: '1' }
const build = npm('build', 'build')
const building = build.run()

await runSuite(
  [[command('tools', 'node_modules/.bin/tsx', 'scripts/ensure-tools.ts')]],
  [
    [
      { ...build, run: () => building },
      vitest('HTTP', { projects: ['http'] }),
      playwright('journeys', '--workers=1', ...smokeJourneys),
      vitest('a day in Firefox and WebKit', { projects: ['day'] }),
    ],
    [
      command('types', 'node', TYPESCRIPT, '--noEmit'),
      vitest('deployment', { projects: ['deploy'], env }),
      // They wait for two thirds of their time.
      after(building, vitest('attacks', { projects: ['security'] })),
      vitest('screens', { projects: ['screens'] }),
    ],
    [
      npm('lint', 'lint'),
      // They wait for time-outs.
      vitest('loaders and actions', { projects: ['routes'], env: { UNIT_WORKERS: '2' } }),
      vitest('units', { projects: ['unit', 'mocked'], env }),
    ],
  ],
)
