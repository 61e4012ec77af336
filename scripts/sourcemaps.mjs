// Uploads the build's source maps to Sentry, so that its errors show source lines, then deletes them, because the
// image must not contain any. After `npm run build`; RELEASE must be that of the running image. Without
// SENTRY_AUTH_TOKEN it only deletes them.
import './help.mjs'
import { spawnSync } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const { SENTRY_AUTH_TOKEN, SENTRY_ORG, SENTRY_PROJECT, RELEASE = '' } = process.env
if (SENTRY_AUTH_TOKEN) {
  const needed = Object.entries({ SENTRY_ORG, SENTRY_PROJECT, RELEASE })
  const missing = needed.filter(([, value]) => !value).map(([name]) => name)
  if (missing.length > 0) {
    process.stderr.write(`Missing with SENTRY_AUTH_TOKEN: ${missing.join(', ')}\n`)
    process.exit(1)
  }
  // The file names that app/platform/error-reports.server.ts sends.
  const prefix = ['--url-prefix', 'app:///build']
  // The program that gets the token is pinned to the last version under BSD-3-Clause, and runs no install
  // script.
  const CLI = ['--yes', '--ignore-scripts', '@sentry/cli@2.58.2']
  const { status } = spawnSync(
    'npx',
    [...CLI, 'sourcemaps', 'upload', '--release', RELEASE, ...prefix, 'build'],
    { stdio: 'inherit' },
  )
  if (status !== 0) process.exit(status ?? 1)
}
const maps = readdirSync('build', { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.map'),
)
for (const file of maps) rmSync(join('build', file))
process.stdout.write(`Removed ${maps.length} source maps.\n`)
