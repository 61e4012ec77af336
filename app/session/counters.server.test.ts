import { expect, test } from 'vitest'

import { createCounter, MOST_KEYS_ALONE } from './counters.server'

test('counts in memory are of so many keys at most, and who comes often is not forgotten', async () => {
  const count = createCounter({ keyPrefix: 'reads', points: 9, duration: 600 }, null)
  const patience = { leftMs: Infinity }
  const consumed = async (key: string) => {
    const { consumedPoints } = await count(patience, key, (limiter) => limiter.penalty(key))
    return consumedPoints
  }
  await consumed('rare')
  await consumed('busy')
  for (let key = 0; key < MOST_KEYS_ALONE; key += 1) {
    await consumed(`other ${key}`)
    if (key % 1000 === 0) await consumed('busy')
  }
  expect(await consumed('rare')).toBe(1)
  expect(await consumed('busy')).toBe(7)
})
