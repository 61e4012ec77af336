import { beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'

import { endpoint, type Call } from './endpoint.server'
import { GatewayError } from './gateway-error.server'
import { allEndpoints } from './gateways.server'
import { createPublicCache, type SharedValues } from './public-cache.server'

const FRESH_MS = 1000
const LIFE_MS = FRESH_MS + 10 * 60_000

const price = endpoint(
  'web GET /price/{id}',
  {
    auth: 'none',
    freshMs: FRESH_MS,
    response: z.object({ price: z.number() }),
    without: 'no price',
  },
  { input: () => ({ params: { id: '1' } }) },
)

let now = 0
const gateway = vi.fn<(...args: unknown[]) => Promise<unknown>>()
const call = gateway as unknown as Call

const alone: SharedValues = {
  get: async () => null,
  set: async () => undefined,
  isShared: () => false,
}

function createShared() {
  const values = new Map<string, string>()
  const lives: number[] = []
  return {
    values,
    lives,
    get: async (key: string) => values.get(key) ?? null,
    set: async (key: string, value: string, lifeMs: number) => {
      lives.push(lifeMs)
      values.set(key, value)
    },
    isShared: () => true,
  }
}

const create = (shared: SharedValues = alone, megabytes = 1, build = 'this') =>
  createPublicCache(shared, { megabytes, build, now: () => now }).wrap(call)
const milk = { params: { id: 'milk' } }
const bread = { params: { id: 'bread' } }
const failure = () => new GatewayError({ kind: 'network', endpoint: price.name })
const settled = () => new Promise((resolve) => setTimeout(resolve))

beforeEach(() => {
  now = 1_000_000
  gateway.mockReset()
  let next = 0
  gateway.mockImplementation(async () => ({ price: ++next }))
})

test('reads a fresh answer from the cache', async () => {
  const read = create()
  expect(await read(price, milk)).toEqual({ price: 1 })
  now += FRESH_MS
  expect(await read(price, milk)).toEqual({ price: 1 })
  expect(gateway).toHaveBeenCalledTimes(1)
})

test('stores an answer for each value of the call’s parameters', async () => {
  const read = create()
  expect(await read(price, milk)).toEqual({ price: 1 })
  expect(await read(price, bread)).toEqual({ price: 2 })
})

test('serves a stale answer at once and revalidates it in the background', async () => {
  const read = create()
  await read(price, milk)
  now += FRESH_MS + 1
  expect(await read(price, milk)).toEqual({ price: 1 })
  await settled()
  expect(await read(price, milk)).toEqual({ price: 2 })
  expect(gateway).toHaveBeenCalledTimes(2)
})

test('waits for the gateway when the answer is too old', async () => {
  const read = create()
  await read(price, milk)
  now += LIFE_MS + 1
  expect(await read(price, milk)).toEqual({ price: 2 })
})

test('makes one call for a hundred parallel readers', async () => {
  const read = create()
  const answers = await Promise.all(Array.from({ length: 100 }, () => read(price, milk)))
  expect(new Set(answers.map(({ price: value }) => value))).toEqual(new Set([1]))
  expect(gateway).toHaveBeenCalledTimes(1)
})

test('passes an error to every waiting reader and does not store it', async () => {
  gateway.mockRejectedValueOnce(failure())
  const read = create()
  const [one, other] = await Promise.allSettled([read(price, milk), read(price, milk)])
  expect(one.status).toBe('rejected')
  expect(other.status).toBe('rejected')
  expect(await read(price, milk)).toEqual({ price: 1 })
  expect(gateway).toHaveBeenCalledTimes(2)
})

test('serves the old answer after a failed revalidation, and tries again after a random pause', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  const read = create()
  await read(price, milk)
  gateway.mockRejectedValue(failure())
  now += FRESH_MS + 1
  for (let turn = 0; turn < 5; turn += 1) {
    expect(await read(price, milk)).toEqual({ price: 1 })
    await settled()
  }
  expect(gateway).toHaveBeenCalledTimes(2)
  now += 7499
  await read(price, milk)
  await settled()
  expect(gateway).toHaveBeenCalledTimes(2)
  now += 2
  await read(price, milk)
  await settled()
  expect(gateway).toHaveBeenCalledTimes(3)
})

test('calls the gateway without the deadline and the abort signal of the first reader', async () => {
  await create()(price, { ...milk, deadlineMs: 1, signal: AbortSignal.abort() })
  expect(gateway).toHaveBeenCalledWith(price, milk)
})

test('reads answers that another container has stored, for the rest of their freshness', async () => {
  const shared = createShared()
  await create(shared)(price, milk)
  now += FRESH_MS - 1
  const read = create(shared)
  expect(await read(price, milk)).toEqual({ price: 1 })
  expect(gateway).toHaveBeenCalledTimes(1)
  now += 2
  await read(price, milk)
  await settled()
  expect(gateway).toHaveBeenCalledTimes(2)
})

test('hides the input of a call in its key', async () => {
  const shared = createShared()
  await create(shared)(price, milk)
  expect([...shared.values.keys()].join()).not.toContain('milk')
  expect(shared.lives).toEqual([LIFE_MS])
  // A very large answer stays in its container, and an old one is not taken.
  gateway.mockResolvedValueOnce({ name: 'x'.repeat(600_000) })
  await create(shared)(price, bread)
  expect(shared.values.size).toBe(1)
  now += LIFE_MS + 1
  expect(await create(shared)(price, milk)).toEqual({ price: 2 })
})

test('declares no endpoint fresh that takes a token, writes or identifies a shopper', () => {
  const fresh = allEndpoints.filter(({ freshMs }) => freshMs !== undefined)
  expect(fresh.length).toBeGreaterThan(8)
  for (const { auth, effect, gateway: name } of fresh)
    expect({ auth, effect, name }).toEqual({ auth: 'none', effect: 'safe', name: 'web' })
})

test('stays within its memory budget with any number of answers', async () => {
  gateway.mockImplementation(async () => ({ name: 'я'.repeat(10_000) }))
  const read = create(alone, 2)
  for (let id = 0; id < 300; id += 1) await read(price, { params: { id: String(id) } })
  expect(gateway).toHaveBeenCalledTimes(300)
  await read(price, { params: { id: '299' } })
  expect(gateway).toHaveBeenCalledTimes(300)
  await read(price, { params: { id: '0' } })
  expect(gateway).toHaveBeenCalledTimes(301)
})

test('ignores stored answers of another build, which may lack data', async () => {
  const shared = createShared()
  await create(shared, 1, 'another')(price, milk)
  expect(await create(shared)(price, milk)).toEqual({ price: 2 })
  expect(await create(shared, 1, 'another')(price, milk)).toEqual({ price: 1 })
  expect(shared.values.size).toBe(2)
})

test.each(['', '{', 'null', '5', '[]', '{"value":{"price":7}}', '{"value":1,"storedAt":"now"}'])(
  'ignores an unreadable stored answer: %s',
  async (garbage) => {
    const shared = createShared()
    await create(shared)(price, milk)
    for (const key of shared.values.keys()) shared.values.set(key, garbage)
    expect(await create(shared)(price, milk)).toEqual({ price: 2 })
  },
)
