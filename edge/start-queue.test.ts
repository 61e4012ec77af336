import { setImmediate as nextRound } from 'node:timers/promises'

import { expect, test } from 'vitest'

import { createStartQueue } from './overload'

/** The order of events when `count` tasks of this length start at once, round by round. */
async function whatHappens(count: number, workMs: number): Promise<string[]> {
  const mayStart = createStartQueue()
  const happened: string[] = []
  const all = Promise.all(
    Array.from({ length: count }, async (_, number) => {
      await mayStart()
      happened.push(String(number))
      const endsAt = performance.now() + workMs
      while (performance.now() < endsAt);
    }),
  )
  while (happened.filter((each) => each !== 'else').length < count) {
    await nextRound()
    happened.push('else')
  }
  await all
  // Continues after a pause.
  await mayStart()
  await mayStart()
  return happened
}

test('starts long tasks one after another, with other work between them', async () => {
  expect(await whatHappens(3, 3)).toEqual(['0', 'else', '1', 'else', '2', 'else'])
})

test('runs short tasks without delay, and lets other work run', async () => {
  const happened = await whatHappens(2000, 0.01)
  const own = happened.filter((each) => each !== 'else')
  expect(own).toEqual(Array.from({ length: 2000 }, (_, number) => String(number)))
  const rounds = happened.length - own.length
  // 20 ms of work in rounds of two milliseconds.
  expect(rounds).toBeGreaterThan(4)
  expect(rounds).toBeLessThan(200)
})

test('starts later requests after others, and one of them in each round', async () => {
  const mayStart = createStartQueue()
  const order: string[] = []
  const start = async (name: string, isLater: boolean) => {
    await mayStart(isLater)
    order.push(name)
    const endsAt = performance.now() + 3
    while (performance.now() < endsAt);
  }
  await Promise.all([
    ...['later 1', 'later 2'].map((name) => start(name, true)),
    ...['1', '2', '3'].map((name) => start(name, false)),
  ])
  expect(order).toEqual(['1', 'later 1', '2', 'later 2', '3'])
})
