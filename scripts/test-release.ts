// Tests that take minutes, which `npm test` leaves out: outages, several containers, alerts in Prometheus,
// two releases, the image's Node, all journeys, other engines, rows of the specification broken. Ends with «N passed, N failed».
import './help.mjs'
import { isBuilt } from './built-sources.mjs'
import { ensureRuntime } from './runtime'
import { command, npm, otherJourneys, playwright, runSuite, vitest } from './test/steps'

/** The application runs on the image's Node. */
const env = { APP_NODE: ensureRuntime() }

const TSX = 'node_modules/.bin/tsx'

await runSuite(
  [[command('tools', TSX, 'scripts/ensure-tools.ts')]],
  // `npm test` has just built it.
  (await isBuilt()) ? [] : [[npm('build', 'build')]],
  [
    [
      vitest('outages and containers', { projects: ['resilience'], env }),
      vitest("the image's Node", { projects: ['image-node'], env }),
    ],
    [
      vitest("an operator's day", { projects: ['operations'], env }),
      vitest('other engines', { projects: ['engines'], env }),
      npm('licences', 'check:licences'),
      vitest('guides and commands', { projects: ['commands'] }),
    ],
  ],
  [[playwright('other journeys', ...otherJourneys)]],
  [[command('a sample of broken rows', TSX, 'tests/support/mutate.ts', '--seconds', '100')]],
)
