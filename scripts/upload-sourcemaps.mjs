// Gives the build's source maps to Sentry, so that its errors show our lines instead of bundles.
// For the operator's pipeline, after `npm run build`; RELEASE must be that of the running image.
import './help.mjs'
import { spawnSync } from 'node:child_process'

const { SENTRY_AUTH_TOKEN, SENTRY_ORG, SENTRY_PROJECT, RELEASE } = process.env
if (!SENTRY_AUTH_TOKEN) {
  process.stdout.write('No SENTRY_AUTH_TOKEN: no source maps are uploaded.\n')
  process.exit(0)
}
const missing = Object.entries({ SENTRY_ORG, SENTRY_PROJECT, RELEASE }).filter(
  ([, value]) => !value,
)
if (missing.length > 0) {
  process.stderr.write(
    `Missing with SENTRY_AUTH_TOKEN: ${missing.map(([name]) => name).join(', ')}\n`,
  )
  process.exit(1)
}
// The names under which app/platform/error-reports.server.ts sends the places of an error.
const prefix = ['--url-prefix', 'app:///build']
// What is given the token is one version, the last under BSD-3-Clause, and no script of its installation runs.
const CLI = ['--yes', '--ignore-scripts', '@sentry/cli@2.58.2']
const { status } = spawnSync(
  'npx',
  [...CLI, 'sourcemaps', 'upload', '--release', RELEASE ?? '', ...prefix, 'build'],
  { stdio: 'inherit' },
)
process.exit(status ?? 1)
