// The built application and its sandbox in one terminal, with what a first visitor needs to know.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'

import webpush from 'web-push'

import { personas } from '../sandbox/personas'
import { startSandbox } from '../sandbox/server'

const port = process.env.PORT ?? '3000'
const origin = `http://localhost:${port}`
const sandbox = await startSandbox({ port: Number(process.env.SANDBOX_PORT ?? 4010) })

const { publicKey, privateKey } = webpush.generateVAPIDKeys()

const app = spawn(process.execPath, ['build/server.js'], {
  stdio: ['ignore', 'ignore', 'inherit'],
  env: {
    ...process.env,
    NODE_ENV: 'production',
    PORT: port,
    PUBLIC_ORIGIN: origin,
    WEB_GATEWAY_URL: `${sandbox.url}/webgate`,
    MAGNIT_ID_GATEWAY_URL: `${sandbox.url}/magnit-id`,
    FRAUD_PROTECTION_URL: `${sandbox.url}/fraud`,
    CAPTCHA_PROVIDER: 'sandbox',
    IMAGE_ORIGINS: sandbox.url,
    SESSION_SECRETS: process.env.SESSION_SECRETS ?? randomBytes(32).toString('hex'),
    VAPID_PUBLIC_KEY: publicKey,
    VAPID_PRIVATE_KEY: privateKey,
    VAPID_SUBJECT: 'mailto:help@april.example',
    PUSH_RELAY_TOKEN: randomBytes(32).toString('hex'),
    DRAIN_SECONDS: '0',
  },
})
app.once('exit', (code) => process.exit(code ?? 0))
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    app.kill(signal)
    void sandbox.close()
  })

async function waitUntilReady(): Promise<void> {
  for (;;) {
    const isReady = await fetch(`${origin}/readyz`).then(
      (response) => response.ok,
      () => false,
    )
    if (isReady) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

await waitUntilReady()
console.log(`
  Open          ${origin}
  Sign in with  +7 900 000-00-01
  The code      ${sandbox.url}/__sandbox

  More shoppers, one for each situation:
${personas.map(({ phone, title }) => `    +${phone}  ${title}`).join('\n')}

  Ctrl+C stops everything.
`)
