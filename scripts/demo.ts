// Starts the built application and its sandbox in one terminal, and prints what a first visitor needs.
import './help.mjs'
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'

import webpush from 'web-push'

import { tilesUrl } from '../sandbox/handlers/tiles'
import { startSandbox } from '../sandbox/server'
import { isBuilt } from './built-sources.mjs'
import { startBuilt, untilReady } from './local-server'

/** Limit of the build's output, which is shown when the build fails. */
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024

try {
  if (await isBuilt()) console.log('  Built already: nothing has changed.')
  else {
    console.log('  Building, which takes a minute:')
    await promisify(execFile)('npm', ['run', 'build', '--silent'], { maxBuffer: MAX_OUTPUT_BYTES })
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
console.log('  Starting the sandbox and the application.')

const port = process.env.PORT ?? '3000'
const origin = `http://localhost:${port}`
const sandbox = await startSandbox({ port: Number(process.env.SANDBOX_PORT ?? 4010) })

const { publicKey, privateKey } = webpush.generateVAPIDKeys()

const app = startBuilt(sandbox.url, port, {
  ...process.env,
  CAPTCHA_PROVIDER: 'sandbox',
  CAPTCHA_SANDBOX_ALLOWED: '1',
  MAP_TILES_URL: tilesUrl(sandbox.url),
  MAP_ATTRIBUTION: 'Учебная карта',
  VAPID_PUBLIC_KEY: publicKey,
  VAPID_PRIVATE_KEY: privateKey,
  VAPID_SUBJECT: 'mailto:help@april.example',
  PUSH_RELAY_TOKEN: randomBytes(32).toString('hex'),
})
app.once('exit', (code) => process.exit(code ?? 0))
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    app.kill(signal)
    void sandbox.close()
  })

await untilReady(origin)
const inbox = `${sandbox.url}/__sandbox`
console.log(`
  Open          ${origin}
  Sign in with  +7 900 000-00-01
  The code      ${inbox}
                each SMS appears there; so do the shoppers for other situations

  Look first at
    the card offline   open «Карта», switch the network off, load the page again
    till mode          «Карта», then «Показать на кассе»
    a failing gateway  curl ${inbox}/faults -d '{"endpoint":"GET /v3/user/balance","mode":"status"}'
                       and load the main screen; curl -X DELETE ${inbox}/faults mends it
    no JavaScript      switch it off in the browser: everything still works

  Ctrl+C stops everything.
`)
