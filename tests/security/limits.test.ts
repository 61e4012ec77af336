import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createLimits, type Limits } from '../../app/limits/limits.server'
import { redisSettings } from '../../app/platform/redis-address.server'
import { connectRedis, type Redis } from '../../app/shared-state/redis-client.server'
import { createStore } from '../../app/shared-state/redis-store.server'
import { command, startRedis, type RedisProcess } from '../support/redis'
import { untilEnd } from '../support/site'

const table = {
  tries: { points: 3, seconds: 1 },
  wait: { points: 1, seconds: 60 },
  wrong: { points: 2, seconds: 60, pauseSeconds: 120 },
  ofCode: { points: 5, seconds: 60, localPoints: 2 },
  ofAddress: { points: 10, seconds: 60, byAddress: { widest: 48 } },
} as const
type Name = keyof typeof table

const server = untilEnd(await startRedis())
const redis = await connectRedis(redisSettings(server.url))

afterAll(async () => {
  redis.destroy()
})

const make = (over: { redis?: Redis | null; addressFactor?: number; secret?: string } = {}) =>
  createLimits<Name>({ table, redis: null, secret: 'of the tests', addressFactor: 1, ...over })

/** The same Redis with a delay for each of its responses. */
async function startLate(port: number, ms: number) {
  const proxy = createServer((client) => {
    const upstream = connect(port, '127.0.0.1')
    client.pipe(upstream).on('error', () => undefined)
    upstream.on('data', (chunk) => setTimeout(() => client.write(chunk), ms))
    client.on('error', () => undefined).on('close', () => upstream.destroy())
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const { port: here } = proxy.address() as AddressInfo
  return { url: `redis://127.0.0.1:${here}`, close: () => proxy.close() }
}

/** A key of this test only, because the stores are shared. */
let nextKey = 0
const newKey = () => `somebody ${(nextKey += 1)}`
const outcomes = (results: { isOver: boolean }[]) => results.filter(({ isOver }) => !isOver).length

describe.each([
  ['in memory', () => make()],
  ['in Redis', () => make({ redis })],
])('a limit %s', (_, create) => {
  let limits: Limits<Name>
  beforeAll(() => {
    limits = create()
  })

  test('lets as many of 50 parallel requests pass as it has points', async () => {
    const key = newKey()
    const results = await Promise.all(
      Array.from({ length: 50 }, () => limits.consume(['tries', key])),
    )
    expect(outcomes(results)).toBe(3)
  })

  test('returns the end of its window, and is full again after it', async () => {
    const key = newKey()
    for (let count = 0; count < 3; count++) await limits.consume(['tries', key])
    const refusal = await limits.consume(['tries', key])
    if (!refusal.isOver) throw new Error('a fourth point was given')
    const wait = refusal.until.getTime() - Date.now()
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(1000)
    expect(refusal.limit).toBe('tries')
    await sleep(wait + 50)
    expect((await limits.consume(['tries', key])).isOver).toBe(false)
  })

  test('counts the remaining points of each key separately', async () => {
    const key = newKey()
    const first = await limits.consume(['tries', key], ['wait', key])
    expect(first.isOver ? null : [first.left('tries'), first.left('wait')]).toEqual([2, 0])
    const other = await limits.consume(['tries', newKey()])
    expect(other.isOver ? null : other.left('tries')).toBe(2)
  })

  test('consumes all limits or none', async () => {
    const key = newKey()
    await limits.consume(['wait', key])
    for (let count = 0; count < 5; count++)
      expect(await limits.consume(['tries', key], ['wait', key])).toMatchObject({ limit: 'wait' })
    const left = await limits.consume(['tries', key])
    expect(left.isOver ? null : left.left('tries')).toBe(2)
  })

  test('by address consumes the wider IPv6 networks too, all or none', async () => {
    const prefix = `2001:db8:${(nextKey += 1).toString(16)}`
    const from = (network: number) =>
      limits.consume(['ofAddress', `${prefix}:${network.toString(16)}::/64`])
    const results = []
    for (let network = 0; network < 40; network++) results.push(await from(network * 256))
    expect(outcomes(results)).toBe(40)
    const [first] = results
    if (first?.isOver === false) await first.reward()
    // Only returned points are free again.
    expect(outcomes([await from(41 * 256), await from(42 * 256)])).toBe(1)
  })

  test('gets its point back by a reward, and a limit consumed with it does not', async () => {
    const key = newKey()
    const taken = await limits.consume(['tries', key], ['wait', key])
    if (!taken.isOver) await taken.reward('wait')
    const again = await limits.consume(['tries', key], ['wait', key])
    expect(again.isOver ? null : [again.left('tries'), again.left('wait')]).toEqual([1, 0])
  })

  test('starts its block with the first request above the limit, once', async () => {
    const key = newKey()
    await limits.consume(['wrong', key])
    await limits.consume(['wrong', key])
    expect(await limits.getRefusal('wrong', key)).toBeNull()
    const refusal = await limits.consume(['wrong', key])
    if (!refusal.isOver) throw new Error('a third point was given')
    const wait = refusal.until.getTime() - Date.now()
    expect(wait).toBeGreaterThan(118_000)
    expect(wait).toBeLessThanOrEqual(120_000)
    await sleep(1100)
    await limits.consume(['wrong', key])
    const later = await limits.getRefusal('wrong', key)
    expect(later?.until.getTime()).toBeLessThanOrEqual(refusal.until.getTime() + 500)
  })

  test('can be blocked before it is used up, and its end can be moved to an earlier time', async () => {
    const key = newKey()
    await limits.block('wrong', key)
    expect(await limits.getRefusal('wrong', key)).toMatchObject({ limit: 'wrong' })
    await limits.consume(['wait', key])
    await limits.endAfter('wait', key, 1)
    expect((await limits.consume(['wait', key])).isOver).toBe(true)
    await sleep(1100)
    expect((await limits.consume(['wait', key])).isOver).toBe(false)
  })
})

describe('limits by address', () => {
  const taken = async (addressFactor: number) => {
    const limits = make({ addressFactor })
    const requests = Array.from({ length: 60 }, () => limits.consume(['ofAddress', 'one']))
    return outcomes(await Promise.all(requests))
  }

  test("are multiplied by the operator's factor, and are off at 0", async () => {
    expect([await taken(1), await taken(3), await taken(0)]).toEqual([10, 30, 60])
  })

  test('are the only limits that ADDRESS_LIMIT_FACTOR raises', async () => {
    const limits = make({ addressFactor: 1000 })
    const requests = Array.from({ length: 20 }, () => limits.consume(['wait', 'one']))
    expect(outcomes(await Promise.all(requests))).toBe(1)
  })
})

describe('Redis', () => {
  test('shares the points of a limit: two containers accept as many requests as one', async () => {
    const key = newKey()
    const other = await connectRedis(redisSettings(server.url))
    const containers = [make({ redis }), make({ redis: other })]
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, index) => containers[index % 2]?.consume(['wrong', key])),
    )
    expect(outcomes(results.flatMap((each) => each ?? []))).toBe(2)
    other.destroy()
  })

  test('stores no phone and no address', async () => {
    const limits = make({ redis })
    await limits.consume(['wait', '79001234567'], ['ofAddress', '203.0.113.7'])
    const keys = await server.keys()
    expect(keys.length).toBeGreaterThan(1)
    expect(keys.join('\n')).not.toMatch(/79001234567|203\.0\.113/)
  })

  test("that is down is replaced by the container's memory", async () => {
    const lonely = await startRedis()
    const client = await connectRedis(redisSettings(lonely.url))
    const limits = make({ redis: client })
    await limits.consume(['wait', 'one'])
    await lonely.stop()
    const requests = Array.from({ length: 20 }, () => limits.consume(['wait', 'one']))
    expect(outcomes(await Promise.all(requests))).toBe(1)
    client.destroy()
  })

  test('that pauses for three seconds delays a request by less than two', async () => {
    const limits = make({ redis })
    const client = await connectRedis(redisSettings(server.url))
    await command(server.url, 'CLIENT', 'PAUSE', '3000')
    const started = performance.now()
    expect((await limits.consume(['wait', newKey()])).isOver).toBe(false)
    expect(performance.now() - started).toBeLessThan(2000)
    client.destroy()
  })
})

test('the Redis user of docs/reference/redis.md may run the needed commands, and not FLUSHALL', async () => {
  const [, rules = ''] =
    /user april on >PASSWORD (.+)/.exec(readFileSync('docs/reference/redis.md', 'utf8')) ?? []
  const password = 'p@ss/word#1'
  await command(
    server.url,
    ...['ACL', 'SETUSER', 'april', 'on', `>${password}`],
    ...rules.split(' '),
  )
  const url = server.url.replace('//', `//april:${encodeURIComponent(password)}@`)
  const client = await connectRedis(redisSettings(url))
  const limits = make({ redis: client })
  const key = newKey()
  await limits.block('wrong', key)
  await limits.endAfter('wait', key, 1)
  expect(await limits.getRefusal('wrong', key)).not.toBeNull()
  // Counted in Redis, not only in the container. The shared connection may be new after a pause.
  const other = await connectRedis(redisSettings(server.url))
  expect(await make({ redis: other }).getRefusal('wrong', key)).not.toBeNull()
  other.destroy()
  await limits.forget('wrong', key)
  const store = createStore(client, null)
  expect(await store.claim('lock:acl', 'one', 1000)).toBe(true)
  await store.release('lock:acl', 'one')
  expect(await client.infos()).toHaveLength(1)
  expect(await command(server.url, 'ACL', 'LOG')).toEqual([])
  await expect(client.client.get('other')).rejects.toThrow('NOPERM')
  await expect(command(url, 'FLUSHALL')).rejects.toThrow('NOPERM')
  client.destroy()
})

describe('a Redis that hangs', () => {
  let hanging: RedisProcess
  beforeAll(async () => {
    hanging = await startRedis()
  })
  afterAll(() => hanging.stop())

  test('delays eight limits of one request by less than three seconds together', async () => {
    const client = await connectRedis(redisSettings(hanging.url))
    const limits = make({ redis: client })
    await limits.consume(['wait', newKey()])
    hanging.pause()
    const started = performance.now()
    for (let count = 0; count < 8; count += 1)
      expect((await limits.consume(['tries', newKey()])).isOver).toBe(false)
    // Without the shared budget each of the eight calls would wait a second.
    expect(performance.now() - started).toBeLessThan(3000)
    hanging.resume()
    client.destroy()
  })

  test('leaves each container two tries of a code, so that two containers allow four', async () => {
    const clients = await Promise.all([0, 1].map(() => connectRedis(redisSettings(hanging.url))))
    const containers = clients.map((client) => make({ redis: client }))
    const [one, other] = [newKey(), newKey()]
    for (let count = 0; count < 5; count += 1) await containers[0]!.consume(['ofCode', one])
    hanging.pause()
    const tries = async (key: string) => {
      const results = []
      for (let count = 0; count < 12; count += 1)
        results.push(await containers[count % 2]!.consume(['ofCode', key]))
      return outcomes(results)
    }
    expect(await tries(other)).toBe(4)
    // Accepted: a code blocked in Redis can be tried twice more in each container.
    expect(await tries(one)).toBe(4)
    hanging.resume()
    for (const client of clients) client.destroy()
  })

  test("that always responds late uses no more than the request's time budget", async () => {
    const late = await startLate(server.port, 150)
    const client = await connectRedis(redisSettings(late.url))
    const limits = make({ redis: client }).within(400)
    await limits.getRefusal('tries', newKey())
    const started = performance.now()
    for (let count = 0; count < 12; count += 1) await limits.consume(['tries', newKey()])
    expect(performance.now() - started).toBeLessThan(1600)
    client.destroy()
    late.close()
  })
})
