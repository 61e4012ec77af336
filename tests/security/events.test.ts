import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startSandbox, type SandboxServer } from '../../sandbox/server'
import { startApp, type AppProcess } from '../support/app-process'
import { createVisitor, signIn } from '../support/visitor'

let sandbox: SandboxServer
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 })
})
afterAll(() => sandbox.close())

/** A batch of a browser that nobody has seen before. */
function postBatch({ origin }: AppProcess, body?: string): Promise<Response> {
  const event = { id: randomUUID(), at: Date.now(), name: 'x', properties: {} }
  return fetch(`${origin}/events`, {
    method: 'POST',
    headers: {
      Origin: origin,
      'Content-Type': 'application/json',
      Cookie: `v1_consent=accepted; v1_uuid=${randomUUID()}`,
    },
    body: body ?? JSON.stringify({ batch: randomUUID(), sentAt: Date.now(), events: [event] }),
  })
}

const statusesOf = async (answers: Promise<Response>[]) =>
  (await Promise.all(answers)).map(({ status }) => status)

describe('events', () => {
  test('are counted by address, whatever browsers say they come from and whatever is in them', async () => {
    const app = await startApp(sandbox.url, { ADDRESS_LIMIT_FACTOR: '0.1' })
    // Sixty writes of any kind a minute would be too many as well: half of them are events' share.
    const good = await statusesOf(Array.from({ length: 15 }, () => postBatch(app)))
    const bad = await statusesOf(Array.from({ length: 15 }, () => postBatch(app, '{')))
    const more = await statusesOf(Array.from({ length: 10 }, () => postBatch(app, '{')))
    expect([new Set(good), new Set(bad), new Set(more)]).toEqual([
      new Set([204]),
      new Set([400]),
      new Set([429]),
    ])
    await app.stop()
  })

  test('in any number push no sign-out out of memory, and health and signing in go on', async () => {
    const app = await startApp(sandbox.url)
    const visitor = createVisitor(app.origin)
    await signIn(visitor, sandbox.sandbox, '79053340001')
    const copy = visitor.copy()
    await visitor.post('/logout')
    for (let round = 0; round < 20; round += 1) {
      const statuses = await statusesOf(Array.from({ length: 100 }, () => postBatch(app)))
      expect(new Set(statuses)).toEqual(new Set([204]))
      if (round % 10 > 0) continue
      const started = performance.now()
      expect((await fetch(`${app.origin}/healthz`)).status).toBe(200)
      expect(performance.now() - started).toBeLessThan(3000)
      expect((await createVisitor(app.origin).get('/login')).status).toBe(200)
      expect(performance.now() - started).toBeLessThan(9000)
    }
    expect((await copy.get('/qr')).status).toBe(302)
    await app.stop()
  })
})
