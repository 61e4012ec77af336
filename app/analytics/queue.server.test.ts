import { setTimeout as sleep } from 'node:timers/promises'

import { beforeEach, describe, expect, test, vi } from 'vitest'

import type { Collected, CollectedEvent } from '~/gateways/collector.server'
import { registry } from '~/platform/metrics.server'

import { createEventQueue, type EventQueue, type EventSender } from './queue.server'

vi.mock('node:timers/promises', { spy: true })

const event = (number: number): CollectedEvent => ({
  type: 'track',
  event: 'Map:Open',
  anonymousId: 'a',
  messageId: String(number),
  timestamp: '2026-01-01T00:00:00.000Z',
  properties: {},
  context: {},
})

/** A collector that returns these results in order, then repeats the last one. */
function collector(...answers: Collected[]) {
  const batches: string[][] = []
  const at: number[] = []
  const send = vi.fn(async (batch: readonly CollectedEvent[]) => {
    batches.push(batch.map(({ messageId }) => messageId))
    at.push(performance.now())
    return (answers.length > 1 ? answers.shift() : answers[0]) ?? 'sent'
  })
  return { send, batches, at }
}

const counted = async (outcome: string) => {
  const { values } = await registry.getSingleMetric('april_analytics_events_total')!.get()
  return values.find(({ labels }) => labels.outcome === outcome)?.value ?? 0
}

const waitingEvents = async () =>
  (await registry.getSingleMetric('april_analytics_queue_events')!.get()).values[0]?.value

/** Queues events of one address; @returns how many were dropped. */
async function tell(queue: EventQueue, events: number, sender: EventSender, address: string) {
  const before = await counted('dropped')
  for (let id = 0; id < events; id++) queue.add(event(id), sender, address)
  return (await counted('dropped')) - before
}

const HERE = '192.0.2.1'
const quick = { gatherMs: 5, firstPauseMs: 20, closeMs: 200 }
let dropped: number

beforeEach(async () => {
  dropped = await counted('dropped')
})

describe('the queue of analytics events', () => {
  test('sends batches of a hundred in order, each event once', async () => {
    const { send, batches } = collector('sent')
    const queue = createEventQueue({ send, ...quick })
    const ids = Array.from({ length: 250 }, (_, number) => number)
    const sent = await counted('sent')
    for (const id of ids) queue.add(event(id), 'server', HERE)
    await expect.poll(() => batches.flat()).toEqual(ids.map(String))
    expect(batches.map(({ length }) => length)).toEqual([100, 100, 50])
    queue.add(event(250), 'server', HERE)
    await expect.poll(() => batches.at(-1)).toEqual(['250'])
    await expect.poll(() => counted('sent')).toBe(sent + 251)
  })

  test('retries after growing pauses, and continues in order', async () => {
    const { send, batches, at } = collector('later', 'later', 'later', 'sent')
    const queue = createEventQueue({ send, ...quick })
    queue.add(event(1), 'server', HERE)
    await expect.poll(() => batches, { interval: 1 }).toHaveLength(1)
    queue.add(event(2), 'server', HERE)
    await expect.poll(() => batches).toEqual([['1'], ['1'], ['1'], ['1'], ['2']])
    const pauses = at.slice(1, 4).map((time, place) => time - (at[place] ?? 0))
    // Half of each pause is random: 10 to 20, 20 to 40, 40 to 80 ms.
    expect(pauses[0]).toBeGreaterThan(9)
    expect(pauses[1]).toBeGreaterThan(19)
    expect(pauses[2]).toBeGreaterThan(39)
    expect(await counted('dropped')).toBe(dropped)
  })

  test('pauses a minute at most', async () => {
    const queue = createEventQueue({ ...collector('later'), ...quick, firstPauseMs: 1e6 })
    queue.add(event(1), 'server', HERE)
    const lastPause = () => vi.mocked(sleep).mock.lastCall?.[0] ?? 0
    await expect.poll(lastPause).toBeGreaterThanOrEqual(30_000)
    expect(lastPause()).toBeLessThanOrEqual(60_000)
    await queue.close()
  })

  test('drops and counts events that the collector refuses, that fail too often or exceed the queue', async () => {
    const refused = collector('refused')
    const refusing = createEventQueue({ ...refused, ...quick })
    refusing.add(event(1), 'server', HERE)
    await expect.poll(() => counted('dropped')).toBe(dropped + 1)
    expect(refused.batches).toHaveLength(1)
    const tired = collector('later')
    const giving = createEventQueue({ ...tired, ...quick, firstPauseMs: 1, maxTries: 3 })
    giving.add(event(1), 'server', HERE)
    await expect.poll(() => counted('dropped')).toBe(dropped + 2)
    expect(tired.batches).toHaveLength(3)
    const small = createEventQueue({ ...collector('later'), ...quick, maxWaiting: 20 })
    for (const id of [1, 2, 3, 4]) small.add(event(id), 'server', HERE)
    expect(await counted('dropped')).toBe(dropped + 4)
    await small.close()
    expect(await counted('dropped')).toBe(dropped + 6)
  })

  test('sends its waiting events at once when it is closed', async () => {
    const { send, batches } = collector('sent')
    const queue = createEventQueue({ send, ...quick, gatherMs: 60_000 })
    for (let id = 0; id < 150; id++) queue.add(event(id), 'server', HERE)
    await queue.close()
    expect(batches.flat()).toHaveLength(150)
  })

  test('closes within five seconds and drops the event when a collector never answers', async () => {
    const queue = createEventQueue({ send: () => new Promise(() => undefined), ...quick })
    queue.add(event(1), 'server', HERE)
    const started = performance.now()
    await queue.close()
    expect(performance.now() - started).toBeLessThan(5000)
    expect(await counted('dropped')).toBe(dropped + 1)
  })
})

describe('the quota of the queue', () => {
  const stuck = () => createEventQueue({ ...collector('later'), ...quick, maxWaiting: 1000 })

  test.each(['browser', 'server'] as const)(
    'limits one address to a tenth of the queue for events sent by a %s',
    async (sender) => {
      const queue = stuck()
      expect(await tell(queue, 700, sender, HERE)).toBe(600)
      expect(await tell(queue, 50, sender, '192.0.2.2')).toBe(0)
      await queue.close()
    },
  )

  test('reserves half of the queue for events of the server, however many browsers send', async () => {
    const queue = stuck()
    let taken = 0
    for (let number = 1; number <= 200; number++)
      taken += 100 - (await tell(queue, 100, 'browser', `198.51.100.${number}`))
    expect(taken).toBeGreaterThan(400)
    expect(taken).toBeLessThanOrEqual(500)
    expect(await tell(queue, 100, 'server', HERE)).toBe(0)
    await queue.close()
  })

  test.each([
    ['sent', collector('sent')],
    ['refused', collector('refused')],
    ['given up', collector('later')],
  ])('is free again after an event has been %s', async (_, { send, batches }) => {
    const queue = createEventQueue({
      send,
      ...quick,
      firstPauseMs: 1,
      maxTries: 2,
      maxWaiting: 100,
    })
    for (let round = 1; round <= 3; round++) {
      const before = batches.length
      expect(await tell(queue, 15, 'browser', HERE)).toBe(5)
      await expect.poll(() => batches.length).toBeGreaterThan(before)
      await expect.poll(waitingEvents).toBe(0)
    }
  })
})
