import { describe, expect, test } from 'vitest'

import { at } from './day'
import { formerRules, productRules } from './rules'
import { dayUnder, herdAfter, quietDay, shownDay, sumsOf } from './shown'
import { simulate, type Minute } from './simulation'

const minuteAt = (hour: number, minute = 0) => at(hour, minute) / 60_000
const between = (minutes: readonly Minute[], from: number, to: number) =>
  minutes.filter(({ minute }) => minute >= from && minute < to)
const refusedIn = (minutes: readonly Minute[]) =>
  minutes.reduce((all, { refused }) => all + refused, 0)

const day = dayUnder(productRules)
const quiet = simulate(quietDay(), productRules)
const former = dayUnder(formerRules)

describe('the simulated day under the rules of the product', () => {
  test('is the same for equal seeds, and differs for others', () => {
    const morning = { ...shownDay(), toMs: at(7) }
    const again = simulate(morning, productRules)
    expect(again).toEqual(day.slice(0, again.length))
    expect(simulate({ ...morning, seed: 2 }, productRules)).not.toEqual(again)
  })

  test('refuses no shopper', () => {
    expect(sumsOf(day).refused).toBe(0)
  })

  test('has at most 30 % more containers than needed in any minute', () => {
    expect(sumsOf(day).surplus).toBeLessThanOrEqual(1.3)
  })

  test('does not flap: no removed container is needed again within ten minutes', () => {
    expect(sumsOf(day).flaps).toBe(0)
    expect(sumsOf(quiet).flaps).toBe(0)
  })

  test.each([
    ['the network of many phones returns', minuteAt(10, 5)],
    ['an outage of the gateways ends', minuteAt(20, 35)],
  ])('sends gateways at most 1.5 times their usual rate in the minute after %s', (_, minute) => {
    expect(herdAfter(day, quiet, minute)).toBeLessThanOrEqual(1.5)
    expect(herdAfter(day, quiet, minute)).toBeGreaterThan(1)
  })

  test('loses less than 0.1 % of requests when a zone fails, and refuses no shopper', () => {
    const lost = between(day, minuteAt(19, 10), minuteAt(19, 20))
    const asked = lost.reduce((all, minute) => all + minute.asked, 0)
    expect(sumsOf(lost).broken / asked).toBeLessThan(0.001)
    expect(refusedIn(lost)).toBe(0)
  })
})

describe('the former rules of the product in the simulation', () => {
  const broken = former.filter(({ refused }) => refused > 0).map(({ minute }) => minute)

  test('refuse shoppers first when the network of many phones returns at once', () => {
    expect(broken[0]).toBe(minuteAt(10, 5))
    const { reconnectSpreadMs } = formerRules
    const asBefore = simulate(
      { ...shownDay(), fromMs: at(9), toMs: at(11) },
      { ...productRules, reconnectSpreadMs },
    )
    expect(refusedIn(asBefore)).toBeGreaterThan(0)
  })

  test('use less than 1.2 times the container hours of the current rules', () => {
    expect(sumsOf(former).hours).toBeLessThan(sumsOf(day).hours * 1.2)
  })
})

test('the autoscaler refuses shoppers with event-loop delay as its only metric', () => {
  const { autoscaler } = productRules
  const rush = { ...quietDay(), fromMs: at(18), toMs: at(19) }
  const rules = { ...productRules, autoscaler: { ...autoscaler, signals: ['delay' as const] } }
  expect(refusedIn(simulate(rush, rules))).toBeGreaterThan(0)
  expect(refusedIn(simulate(rush, productRules))).toBe(0)
})
