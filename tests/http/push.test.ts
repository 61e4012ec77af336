import { spawn } from 'node:child_process'

import { expect, test } from 'vitest'

import { startApp } from '../support/app-process'
import { pushSettings, subscription } from '../support/push-settings'
import { startSite } from '../support/site'
import { createVisitor, signIn } from '../support/visitor'

const fields = { subscription: subscription, permitted: 'true' }

const { app, server, sandbox, newPhone, guest } = await startSite(pushSettings)

test('enrolment is refused for guests, with a status for the script and a redirect for others', async () => {
  const response = await guest().post('/push/enrol', fields)
  expect([response.status, response.headers.get('location')]).toEqual([303, '/login'])
  expect((await guest().post('/push/enrol', fields, { Accept: 'application/json' })).status).toBe(
    401,
  )
})

test('the command push:send sends to the tokens on its input and prints those that are gone', async () => {
  const child = spawn(process.execPath, ['scripts/push-send.mjs', '--title', 'Купон'], {
    env: {
      ...process.env,
      PUBLIC_ORIGIN: app.origin,
      PUSH_RELAY_TOKEN: pushSettings.PUSH_RELAY_TOKEN,
    },
  })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk) => (out += chunk))
  child.stderr.on('data', (chunk) => (err += chunk))
  child.stdin.end('first\n\nsecond\n')
  const code = await new Promise((resolve) => child.once('close', resolve))
  expect([code, out]).toEqual([0, 'first\nsecond\n'])
  expect(err).toContain('sent 0, gone 2, failed 0')
})

test('push is off without its settings', async () => {
  const plain = await startApp(server.url)
  try {
    const visitor = createVisitor(plain.origin)
    await signIn(visitor, sandbox, newPhone())
    expect((await visitor.post('/push/enrol', fields)).status).toBe(404)
    expect(await (await visitor.get('/profile')).text()).not.toContain(
      pushSettings.VAPID_PUBLIC_KEY,
    )
  } finally {
    await plain.stop()
  }
})
