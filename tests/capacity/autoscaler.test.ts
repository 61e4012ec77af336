import { expect, test } from 'vitest'

import { createAutoscaler } from './autoscaler'
import { productRules } from './rules'

const LOOK_MS = 15_000
const { autoscaler: rules } = productRules

test('adds containers in proportion to the load, and at most doubles them in half a minute', () => {
  const scaler = createAutoscaler(rules)
  expect(scaler.wanted(0, { present: 4, ready: 4, signals: [1.5] })).toBe(6)
  expect(scaler.wanted(LOOK_MS, { present: 6, ready: 4, signals: [9] })).toBe(8)
})

test('keeps the number of containers when the load differs by a tenth from the target', () => {
  expect(createAutoscaler(rules).wanted(0, { present: 5, ready: 5, signals: [1.1] })).toBe(5)
})

test('removes containers after five minutes of low load, a tenth a minute', () => {
  const scaler = createAutoscaler(rules)
  let present = 20
  const sizes: number[] = []
  for (let look = 0; look < 40; look += 1) {
    const signals = [look === 0 ? 1 : 0.2]
    present = scaler.wanted(look * LOOK_MS, { present, ready: present, signals })
    sizes.push(present)
  }
  expect(sizes.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 20))
  // The autoscaler removes a tenth at once, and another tenth a minute later.
  expect(sizes[20]).toBe(18)
  expect(sizes[24]).toBe(16)
  expect(sizes.at(-1)).toBeLessThan(14)
})
