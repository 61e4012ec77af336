import { expect, test, vi } from 'vitest'

import { createCounter } from './counters.server'

const MAX_LOCAL_KEYS = 5000

test('bounds the keys in memory and keeps those in frequent use', async () => {
  const count = createCounter({ keyPrefix: 'reads', points: 9, duration: 600 }, null)
  const timeBudget = { leftMs: Infinity }
  const consumed = async (key: string) => {
    const { consumedPoints } = await count(timeBudget, key, (limiter) => limiter.penalty(key))
    return consumedPoints
  }
  await consumed('rare')
  await consumed('busy')
  for (let key = 0; key < MAX_LOCAL_KEYS; key += 1) {
    await consumed(`other ${key}`)
    if (key % 1000 === 0) await consumed('busy')
  }
  expect(await consumed('rare')).toBe(1)
  expect(await consumed('busy')).toBe(7)
})

/** A counter in memory with a limit of three, and a function that reports its results as text. */
function ofThree() {
  const count = createCounter({ keyPrefix: 'three', points: 3, duration: 600 }, null)
  const timeBudget = { leftMs: Infinity }
  return {
    add: (key: string, points = 1) =>
      count(
        timeBudget,
        key,
        async (limiter) => (await limiter.penalty(key, points)).consumedPoints,
      ),
    reward: (key: string) => count(timeBudget, key, (limiter) => limiter.reward(key)),
    pause: (key: string, seconds: number) =>
      count(timeBudget, key, (limiter) => limiter.block(key, seconds)),
    look: (key: string) =>
      count(timeBudget, key, async (limiter) => (await limiter.get(key))?.consumedPoints ?? null),
  }
}

test('evicts no key when another key is only read', async () => {
  const { add, look } = ofThree()
  await add('rare')
  for (let key = 0; key <= MAX_LOCAL_KEYS; key += 1) await look(`other ${key}`)
  expect(await look('rare')).toBe(1)
})

test('evicts keys with returned points before keys that still count', async () => {
  const { add, reward, look } = ofThree()
  await add('rare')
  for (let key = 0; key < 2 * MAX_LOCAL_KEYS; key += 1) {
    await add(`other ${key}`)
    await reward(`other ${key}`)
  }
  expect(await look('rare')).toBe(1)
})

test('evicts blocked keys last', async () => {
  const { add, pause, look } = ofThree()
  await pause('paused', 7200)
  await add('spent', 3)
  for (let key = 0; key < 2 * MAX_LOCAL_KEYS; key += 1) await add(`other ${key}`)
  expect(await look('paused')).toBe(4)
  expect(await look('spent')).toBe(3)
  expect(await look('other 0')).toBe(null)
})

test('evicts the blocked key that is unused for longest when all are blocked, and counts the new key', async () => {
  const { add, pause, look } = ofThree()
  await pause('unused', 600)
  await pause('paused', 600)
  for (let key = 2; key < MAX_LOCAL_KEYS; key += 1) await pause(`other ${key}`, 600)
  await look('paused')
  expect(await add('new')).toBe(1)
  expect(await add('new')).toBe(2)
  expect(await look('unused')).toBe(null)
  expect(await look('paused')).toBe(4)
  expect(await look('other 2')).toBe(4)
})

test('evicts keys with an expired block first', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  const { add, pause, look } = ofThree()
  await pause('over', 60)
  await add('rare')
  for (let key = 2; key < MAX_LOCAL_KEYS; key += 1) await add(`other ${key}`)
  await vi.advanceTimersByTimeAsync(61_000)
  await add('new')
  expect(await look('rare')).toBe(1)
  vi.useRealTimers()
})
