import { setTimeout as sleep } from 'node:timers/promises'

import { expect, test, vi } from 'vitest'

import { exclusive } from './exclusive.server'
import { createMemoryStore } from './shared-store.server'

const KEY = 'lock:of the test'

test('runs the works of one key after each other', async () => {
  const store = createMemoryStore()
  let running = 0
  const work = async () => {
    running += 1
    await sleep(20)
    return (running -= 1)
  }
  const terms = { lifeMs: 60_000, maxWaitMs: 5000 }
  const all = Array.from({ length: 5 }, () => exclusive(store, KEY, terms, work))
  expect(await Promise.all(all)).toEqual([0, 0, 0, 0, 0])
})

test('takes the result of the holder in place of its own work', async () => {
  const store = createMemoryStore()
  let result: string | null = null
  const terms = { lifeMs: 60_000, maxWaitMs: 5000, existing: async () => result }
  const work = vi.fn(async () => {
    await sleep(20)
    return (result = 'done')
  })
  const both = [exclusive(store, KEY, terms, work), exclusive(store, KEY, terms, work)]
  expect(await Promise.all(both)).toEqual(['done', 'done'])
  expect(work).toHaveBeenCalledTimes(1)
})

test('releases the lock of work that fails, and keeps a value that the work sets', async () => {
  const store = createMemoryStore()
  const terms = { lifeMs: 60_000 }
  const failing = exclusive(store, KEY, terms, async () => Promise.reject(new Error('a bug')))
  await expect(failing).rejects.toThrow('a bug')
  expect(await store.get(KEY)).toBeNull()
  await exclusive(store, KEY, terms, () => store.set(KEY, 'sent', 60_000))
  expect(await store.get(KEY)).toBe('sent')
  expect(await exclusive(store, KEY, terms, async () => 'again')).toBeNull()
})

test('releases a lock that it gets too late', async () => {
  const memory = createMemoryStore()
  await memory.claim(KEY, 'another', 60_000)
  const claim = vi.fn<typeof memory.claim>(async (key, value, lifeMs) => {
    if (claim.mock.calls.length === 1) return false
    await sleep(100)
    await memory.release(key, 'another')
    return memory.claim(key, value, lifeMs)
  })
  const work = vi.fn(async () => 'done')
  const late = exclusive({ ...memory, claim }, KEY, { lifeMs: 60_000, maxWaitMs: 50 }, work)
  expect(await late).toBeNull()
  await expect.poll(() => claim.mock.calls.length).toBe(2)
  await sleep(150)
  expect(await memory.get(KEY)).toBeNull()
  expect(work).not.toHaveBeenCalled()
})
