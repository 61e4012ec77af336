import { spawn } from 'node:child_process'

import webpush from 'web-push'
import { describe, expect, test } from 'vitest'

import { startApp } from '../support/app-process'
import { startSite } from '../support/site'
import { createVisitor, signIn } from '../support/visitor'

const RELAY_TOKEN = 'a-relay-token-of-the-tests-that-is-long'
const { publicKey, privateKey } = webpush.generateVAPIDKeys()
const settings = {
  VAPID_PUBLIC_KEY: publicKey,
  VAPID_PRIVATE_KEY: privateKey,
  VAPID_SUBJECT: 'mailto:push@april.example',
  PUSH_RELAY_TOKEN: RELAY_TOKEN,
}
const subscription = {
  endpoint: 'https://fcm.googleapis.com/fcm/send/phone',
  keys: { p256dh: publicKey, auth: 'A'.repeat(22) },
}
const fields = { subscription: JSON.stringify(subscription), permitted: 'true' }

const { app, server, sandbox, newPhone, guest } = await startSite(settings)

test('enrolment is refused for guests', async () => {
  const response = await guest().post('/push/enrol', fields)
  expect([response.status, response.headers.get('location')]).toEqual([303, '/login'])
})

describe('the push relay', () => {
  const message = { tokens: ['nonsense'], notification: { title: 'Купон', text: 'На хлеб' } }

  function relay(body: unknown, headers: Record<string, string> = {}) {
    return fetch(`${app.origin}/push/messages`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Authorization: `Bearer ${RELAY_TOKEN}`,
        ...headers,
      },
      body: JSON.stringify(body),
    })
  }

  test('responds with a result for each token, without page and cookie', async () => {
    const response = await relay(message)
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ results: ['gone'] })
    expect(response.headers.getSetCookie()).toEqual([])
  })

  test('refuses an invalid body', async () => {
    for (const body of [{ ...message, tokens: [] }, null])
      expect((await relay(body)).status).toBe(422)
  })

  test('accepts JSON, which other addresses refuse', async () => {
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
    expect((await relay(message, form)).status).toBe(415)
    for (const path of ['/push/enrol', '/push', '/login'])
      expect(
        (
          await fetch(app.origin + path, {
            method: 'POST',
            headers: { 'Content-Type': 'application/json', Origin: app.origin },
            body: '{}',
          })
        ).status,
      ).toBe(415)
  })
})

test('the command push:send sends to the tokens on its input and prints those that are gone', async () => {
  const child = spawn(process.execPath, ['scripts/push-send.mjs', '--title', 'Купон'], {
    env: { ...process.env, PUBLIC_ORIGIN: app.origin, PUSH_RELAY_TOKEN: RELAY_TOKEN },
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
    expect(await (await visitor.get('/profile')).text()).not.toContain(publicKey)
  } finally {
    await plain.stop()
  }
})
