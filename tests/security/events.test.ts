import { randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { startSandbox } from '../../sandbox/server'
import { startApp, type AppProcess } from '../support/app-process'
import { untilEnd } from '../support/site'
import { getName, startCollector } from '../support/collector'
import { createVisitor } from '../support/visitor'

const sandbox = untilEnd(await startSandbox({ port: 0 }))

/** A batch with a number of events. */
const getBatch = (events: number, name = 'x', properties = {}) =>
  JSON.stringify({
    batch: randomUUID(),
    sentAt: Date.now(),
    events: Array.from({ length: events }, () => ({
      id: randomUUID(),
      at: Date.now(),
      name,
      properties,
    })),
  })

/** A batch of a new browser. */
function postBatch(
  { origin }: AppProcess,
  body = getBatch(1),
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${origin}/events`, {
    method: 'POST',
    headers: {
      Origin: origin,
      'Content-Type': 'application/json',
      Cookie: `v1_consent=accepted; v1_uuid=${randomUUID()}`,
      ...headers,
    },
    body,
  })
}

const getStatuses = async (answers: Promise<Response>[]) =>
  (await Promise.all(answers)).map(({ status }) => status)

describe('events', () => {
  test('are limited by address, whether valid or not', async () => {
    const app = await startApp(sandbox.url, { ADDRESS_LIMIT_FACTOR: '0.1' })
    // Sixty writes a minute would exceed the limit: events have half of it.
    const good = await getStatuses(Array.from({ length: 15 }, () => postBatch(app)))
    const bad = await getStatuses(Array.from({ length: 15 }, () => postBatch(app, '{')))
    const more = await getStatuses(Array.from({ length: 10 }, () => postBatch(app, '{')))
    expect([new Set(good), new Set(bad), new Set(more)]).toEqual([
      new Set([204]),
      new Set([400]),
      new Set([429]),
    ])
    await app.stop()
  })

  test('of one address displace no others in the queue while the collector hangs', async () => {
    const collector = await startCollector()
    collector.mode = 'hang'
    const settings = { ANALYTICS_URL: collector.url, ANALYTICS_WRITE_KEY: 'key', TRUST_PROXY: '1' }
    const app = await startApp(sandbox.url, settings)
    const tap = (events: number) => getBatch(events, 'TabBar:Tap', { tab: 'qr' })
    // 11,500 events in a queue for 10,000.
    const flood = { 'x-forwarded-for': '198.51.100.7' }
    for (let round = 0; round < 10; round += 1) {
      const posts = Array.from({ length: 23 }, () => postBatch(app, tap(50), flood))
      expect(new Set(await getStatuses(posts))).toEqual(new Set([204]))
    }
    const elsewhere = { 'x-forwarded-for': '203.0.113.9' }
    const other = createVisitor(app.origin)
    other.cookies.set('v1_consent', 'accepted')
    await other.get('/login', elsewhere)
    expect((await other.postJson('/events', tap(3), elsewhere)).status).toBe(204)
    collector.recover()
    const arrived = () =>
      collector.events
        .filter(({ anonymousId }) => anonymousId === other.cookies.get('v1_uuid'))
        .map(getName)
    const expected = ['page:login', 'TabBar:Tap', 'TabBar:Tap', 'TabBar:Tap']
    await expect.poll(arrived).toEqual(expected)
    await app.stop()
    await collector.close()
  })
})
