import { beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'

import { catalogueEndpoints } from './catalogue.server'
import { endpoint, type Call } from './endpoint.server'
import { GatewayError } from './gateway-error.server'
import { allEndpoints } from './gateways.server'
import { createPublicCache, type SharedValues } from './public-cache.server'
import { storesEndpoints } from './stores.server'

const FRESH_MS = 1000
const LIFE_MS = FRESH_MS + 10 * 60_000

const price = endpoint(
  {
    gateway: 'web',
    method: 'GET',
    path: '/price/{id}',
    auth: 'none',
    effect: 'safe',
    freshMs: FRESH_MS,
    answer: z.object({ price: z.number() }),
    usedBy: [],
    without: 'no price',
  },
  { params: { id: '1' } },
)

let now = 0
const gateway = vi.fn<(...args: unknown[]) => Promise<unknown>>()
const call = gateway as unknown as Call

const alone: SharedValues = {
  get: async () => null,
  set: async () => undefined,
  isShared: () => false,
}

function createShared(): SharedValues & { values: Map<string, string> } {
  const values = new Map<string, string>()
  return {
    values,
    get: async (key) => values.get(key) ?? null,
    set: async (key, value) => void values.set(key, value),
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

test('what is fresh is not asked for again', async () => {
  const read = create()
  expect(await read(price, milk)).toEqual({ price: 1 })
  now += FRESH_MS
  expect(await read(price, milk)).toEqual({ price: 1 })
  expect(gateway).toHaveBeenCalledTimes(1)
})

test('other values of the call are another answer', async () => {
  const read = create()
  expect(await read(price, milk)).toEqual({ price: 1 })
  expect(await read(price, bread)).toEqual({ price: 2 })
})

test('what is stale is given at once and renewed behind it', async () => {
  const read = create()
  await read(price, milk)
  now += FRESH_MS + 1
  expect(await read(price, milk)).toEqual({ price: 1 })
  await settled()
  expect(await read(price, milk)).toEqual({ price: 2 })
  expect(gateway).toHaveBeenCalledTimes(2)
})

test('what is too old is waited for', async () => {
  const read = create()
  await read(price, milk)
  now += LIFE_MS + 1
  expect(await read(price, milk)).toEqual({ price: 2 })
})

test('a hundred readers at once are one call', async () => {
  const read = create()
  const answers = await Promise.all(Array.from({ length: 100 }, () => read(price, milk)))
  expect(new Set(answers.map(({ price: value }) => value))).toEqual(new Set([1]))
  expect(gateway).toHaveBeenCalledTimes(1)
})

test('an error reaches everybody who waits, and is not stored', async () => {
  gateway.mockRejectedValueOnce(failure())
  const read = create()
  const [one, other] = await Promise.allSettled([read(price, milk), read(price, milk)])
  expect(one.status).toBe('rejected')
  expect(other.status).toBe('rejected')
  expect(await read(price, milk)).toEqual({ price: 1 })
  expect(gateway).toHaveBeenCalledTimes(2)
})

test('when the renewal fails the old answer stands, and the gateway is left alone for a while', async () => {
  const read = create()
  await read(price, milk)
  gateway.mockRejectedValue(failure())
  now += FRESH_MS + 1
  for (let turn = 0; turn < 5; turn += 1) {
    expect(await read(price, milk)).toEqual({ price: 1 })
    await settled()
  }
  expect(gateway).toHaveBeenCalledTimes(2)
  now += 5001
  await read(price, milk)
  await settled()
  expect(gateway).toHaveBeenCalledTimes(3)
})

test("one reader's deadline and signal do not travel with the shared call", async () => {
  await create()(price, { ...milk, deadlineMs: 1, signal: AbortSignal.abort() })
  expect(gateway).toHaveBeenCalledWith(price, milk)
})

test('containers learn from each other', async () => {
  const shared = createShared()
  await create(shared)(price, milk)
  expect(await create(shared)(price, milk)).toEqual({ price: 1 })
  expect(gateway).toHaveBeenCalledTimes(1)
})

test('what was asked for is readable in no key', async () => {
  const shared = createShared()
  await create(shared)(price, milk)
  expect([...shared.values.keys()].join()).not.toContain('milk')
})

test('a personal endpoint is an error of its type', () => {
  const read = create()
  // @ts-expect-error: it takes a token
  void (() => read(catalogueEndpoints.leaveReview, { body: {} as never }))
  // @ts-expect-error: it is not declared fresh, since it tells where somebody is
  void (() => read(storesEndpoints.listNearestStores, { body: {} as never }))
})

test('nothing that takes a token, writes or identifies is declared fresh', () => {
  const fresh = allEndpoints.filter(({ freshMs }) => freshMs !== undefined)
  expect(fresh.length).toBeGreaterThan(8)
  for (const { auth, effect, gateway: name } of fresh)
    expect({ auth, effect, name }).toEqual({ auth: 'none', effect: 'safe', name: 'web' })
})

test('no number of different answers takes more memory than the budget', async () => {
  gateway.mockImplementation(async () => ({ name: 'я'.repeat(10_000) }))
  const read = create(alone, 2)
  for (let id = 0; id < 300; id += 1) await read(price, { params: { id: String(id) } })
  expect(gateway).toHaveBeenCalledTimes(300)
  await read(price, { params: { id: '299' } })
  expect(gateway).toHaveBeenCalledTimes(300)
  await read(price, { params: { id: '0' } })
  expect(gateway).toHaveBeenCalledTimes(301)
})

test('data of another build are not read: it may lack what this one expects', async () => {
  const shared = createShared()
  await create(shared, 1, 'another')(price, milk)
  expect(await create(shared)(price, milk)).toEqual({ price: 2 })
  expect(await create(shared, 1, 'another')(price, milk)).toEqual({ price: 1 })
  expect(shared.values.size).toBe(2)
})

test.each(['', '{', 'null', '5', '[]', '{"value":{"price":7}}', '{"value":1,"storedAt":"now"}'])(
  'what is no answer of ours is as nothing: %s',
  async (garbage) => {
    const shared = createShared()
    await create(shared)(price, milk)
    for (const key of shared.values.keys()) shared.values.set(key, garbage)
    expect(await create(shared)(price, milk)).toEqual({ price: 2 })
  },
)
