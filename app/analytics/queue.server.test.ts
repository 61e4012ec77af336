import { beforeEach, describe, expect, test, vi } from 'vitest'

import type { Collected, CollectedEvent } from '~/gateways/collector.server'
import { registry } from '~/platform/metrics.server'

import { createEventQueue } from './queue.server'

const event = (number: number): CollectedEvent => ({
  type: 'track',
  event: 'Map:Open',
  anonymousId: 'a',
  messageId: String(number),
  timestamp: '2026-01-01T00:00:00.000Z',
  properties: {},
  context: {},
})

/** A collector that answers as it is told, the last answer for ever. */
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

const quick = { gatherMs: 5, firstPauseMs: 20, closeMs: 200 }
let dropped: number

beforeEach(async () => {
  dropped = await counted('dropped')
})

describe('the queue of events', () => {
  test('sends in batches of a hundred, in order, each event once', async () => {
    const { send, batches } = collector('sent')
    const queue = createEventQueue({ send, ...quick })
    const ids = Array.from({ length: 250 }, (_, number) => number)
    for (const id of ids) queue.add(event(id))
    await expect.poll(() => batches.flat()).toEqual(ids.map(String))
    expect(batches.map(({ length }) => length)).toEqual([100, 100, 50])
    queue.add(event(250))
    await expect.poll(() => batches.at(-1)).toEqual(['250'])
  })

  test('tries again after pauses that grow, and goes on in order', async () => {
    const { send, batches, at } = collector('later', 'later', 'later', 'sent')
    const queue = createEventQueue({ send, ...quick })
    queue.add(event(1))
    await expect.poll(() => batches, { interval: 1 }).toHaveLength(1)
    queue.add(event(2))
    await expect.poll(() => batches).toEqual([['1'], ['1'], ['1'], ['1'], ['2']])
    const pauses = at.slice(1, 4).map((time, place) => time - (at[place] ?? 0))
    // Half of each pause is chance: 10 to 20, 20 to 40, 40 to 80 ms.
    expect(pauses[0]).toBeGreaterThan(9)
    expect(pauses[1]).toBeGreaterThan(19)
    expect(pauses[2]).toBeGreaterThan(39)
    expect(await counted('dropped')).toBe(dropped)
  })

  test('drops and counts what is refused, what nobody takes, and what does not fit', async () => {
    const refusing = createEventQueue({ ...collector('refused'), ...quick })
    refusing.add(event(1))
    await expect.poll(() => counted('dropped')).toBe(dropped + 1)
    const tired = collector('later')
    const giving = createEventQueue({ ...tired, ...quick, firstPauseMs: 1, mostTries: 3 })
    giving.add(event(1))
    await expect.poll(() => counted('dropped')).toBe(dropped + 2)
    expect(tired.batches).toHaveLength(3)
    const small = createEventQueue({ ...collector('later'), ...quick, mostWaiting: 2 })
    for (const id of [1, 2, 3, 4]) small.add(event(id))
    expect(await counted('dropped')).toBe(dropped + 4)
    await small.close()
    expect(await counted('dropped')).toBe(dropped + 6)
  })

  test('is emptied when it is closed, without waiting to gather more', async () => {
    const { send, batches } = collector('sent')
    const queue = createEventQueue({ send, ...quick, gatherMs: 60_000 })
    for (let id = 0; id < 150; id++) queue.add(event(id))
    await queue.close()
    expect(batches.flat()).toHaveLength(150)
  })

  test('is not held up by a collector that never answers', async () => {
    const queue = createEventQueue({ send: () => new Promise(() => undefined), ...quick })
    queue.add(event(1))
    const started = performance.now()
    await queue.close()
    expect(performance.now() - started).toBeLessThan(5000)
    expect(await counted('dropped')).toBe(dropped + 1)
  })
})
