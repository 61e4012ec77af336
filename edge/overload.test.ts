import { setTimeout as sleep } from 'node:timers/promises'

import { expect, test } from 'vitest'

import { createOverloadGuard, createVerdict } from './overload'

/** What the guard says after windows of a quarter of a second with these mean delays. */
function verdicts(...delays: number[]): boolean[] {
  const verdict = createVerdict()
  return delays.map((delay, index) => verdict(delay, index * 250))
}

test('a late window is no overload, nor are four in a row', () => {
  expect(verdicts(20, 900, 20, 300, 300, 300, 300, 20)).toEqual(Array(8).fill(false))
})

test('five in a row are one, and it is over with the first window in time', () => {
  expect(verdicts(300, 300, 300, 300, 300, 300, 20).slice(3)).toEqual([false, true, true, false])
})

test('soon after an overload one late window is the next', () => {
  const after = verdicts(300, 300, 300, 300, 300, 20, 20, 300, 20).slice(5)
  expect(after).toEqual([false, false, true, false])
})

test('what is not over the threshold, and what was not measured, is none', () => {
  const none = [250, 250, 250, 250, 250, 250, NaN, NaN, NaN, NaN, NaN, NaN]
  expect(verdicts(...none)).toEqual(none.map(() => false))
})

function admitMany(guard: ReturnType<typeof createOverloadGuard>, count: number) {
  return Array.from({ length: count }, () => guard.begin())
}

/** Counts the guard's windows: of two timers with one time the guard's, which was first, comes first. */
function countWindows() {
  let passed = 0
  const timer = setInterval(() => (passed += 1), 250)
  return { passed: () => passed, end: () => clearInterval(timer) }
}

/** Nothing but work for so many windows, with a breath for the guard's timer to come round. */
async function keepBusy(windows: number): Promise<void> {
  const { passed, end } = countWindows()
  while (passed() < windows) {
    for (const until = performance.now() + 20; performance.now() < until;);
    await new Promise(setImmediate)
  }
  end()
}

/** Lets so many windows pass without work. */
async function rest(windows: number): Promise<void> {
  const { passed, end } = countWindows()
  while (passed() < windows) await sleep(20)
  end()
}

test('600 requests under way are an overload, until one of them is over', () => {
  const guard = createOverloadGuard(48)
  admitMany(guard, 599)
  expect(guard.isOverloaded()).toBe(false)
  const [last] = admitMany(guard, 1)
  expect(guard.isOverloaded()).toBe(true)
  last?.()
  expect(guard.isOverloaded()).toBe(false)
})

test('48 are one while there is no time left', async () => {
  const guard = createOverloadGuard(48)
  await keepBusy(3)
  const [first] = admitMany(guard, 48)
  expect(guard.isOverloaded()).toBe(true)
  first?.()
  expect(guard.isOverloaded()).toBe(false)
})

test('a burst that waits for its gateway is none', async () => {
  const guard = createOverloadGuard(48)
  admitMany(guard, 100)
  await keepBusy(1)
  for (let passed = 0; passed < 600; passed += 50) {
    expect(guard.isOverloaded()).toBe(false)
    await sleep(50)
  }
})

test('who has waited for more than a second waits for a gateway, and keeps nobody out', async () => {
  const guard = createOverloadGuard(48)
  admitMany(guard, 100)
  await rest(3)
  await keepBusy(3)
  expect(guard.isOverloaded()).toBe(false)
  admitMany(guard, 48)
  expect(guard.isOverloaded()).toBe(true)
})

test('a handful is taken however late the loop is, and whoever is refused is not counted', async () => {
  const counts: number[] = []
  const guard = createOverloadGuard(1, (count) => counts.push(count))
  await keepBusy(3)
  const taken = admitMany(guard, 20).filter((end) => end !== null)
  expect(taken).toHaveLength(8)
  for (const end of taken) end()
  // Twice is as once.
  for (const end of taken) end()
  expect([Math.max(...counts), counts.at(-1)]).toEqual([8, 0])
  expect(guard.isOverloaded()).toBe(false)
})

test('with a limit of none nobody is refused', async () => {
  const guard = createOverloadGuard(0)
  admitMany(guard, 700)
  await keepBusy(3)
  expect(guard.isOverloaded()).toBe(false)
})
