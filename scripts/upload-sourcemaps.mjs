// Uploads the build's source maps to Sentry, so that its errors show source lines. For the operator's
// pipeline, after `npm run build`; RELEASE must be that of the running image.
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
// The file names that app/platform/error-reports.server.ts sends.
const prefix = ['--url-prefix', 'app:///build']
// The program that gets the token is pinned to the last version under BSD-3-Clause, and runs no install
// script.
const CLI = ['--yes', '--ignore-scripts', '@sentry/cli@2.58.2']
const { status } = spawnSync(
  'npx',
  [...CLI, 'sourcemaps', 'upload', '--release', RELEASE ?? '', ...prefix, 'build'],
  { stdio: 'inherit' },
)
process.exit(status ?? 1)
