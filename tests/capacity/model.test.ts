import { describe, expect, test } from 'vitest'

import { readMeasured } from '../bench/measured'
import { manifest } from './manifest'
import { callsOf, costOf, needOf, planFor } from './model'
import { PAGE_SHARES } from './traffic'

const measured = readMeasured()

test('the shares of pages sum to one', () => {
  expect(Object.values(PAGE_SHARES).reduce((all, share) => all + share, 0)).toBeCloseTo(1)
})

describe('the calls of a screen', () => {
  test('include an endpoint that the benchmark measured, and none that it never called', () => {
    const names = callsOf('card', measured).map(([name]) => name)
    expect(names).toContain('GET /v1/user/totp')
    expect(names).not.toContain('GET /v1/user/virtual-card')
  })

  test('count an endpoint that was declared after the benchmark as one call', () => {
    const { card } = measured.requests
    const { 'GET /v1/user/totp': _, ...calls } = card.calls
    const before = { ...measured, requests: { ...measured.requests, card: { ...card, calls } } }
    expect(callsOf('card', before)).toContainEqual(['GET /v1/user/totp', 1])
  })
})

describe('the required capacity', () => {
  test('grows in proportion to the shoppers above the least number of containers', () => {
    const [small, large] = [needOf(planFor(1e6)), needOf(planFor(10e6))]
    expect(large.cores / small.cores).toBeCloseTo(10)
    expect(needOf(planFor(1000)).containers).toBe(manifest.minReplicas)
    const byWork = large.cores / manifest.targetCores
    expect(large.containers).toBeGreaterThanOrEqual(byWork)
    expect(large.containers).toBeLessThan(byWork + 1)
  })

  test('of ten million shoppers is at most maxReplicas of the manifests', () => {
    expect(needOf(planFor(10e6)).containers).toBeLessThanOrEqual(manifest.maxReplicas)
  })

  test('doubles the pages per second when the share of the busiest hour doubles', () => {
    const usual = needOf(planFor(1e6))
    const busier = needOf(planFor(1e6, { busiestHour: 0.2 }))
    expect(busier.pagesPerSecond).toBeCloseTo(2 * usual.pagesPerSecond)
    expect(busier.logGigabytesOfDay).toBeCloseTo(usual.logGigabytesOfDay)
  })

  test('sums the calls of all endpoints', () => {
    const { gatewayCalls, gatewayCallsPerSecond } = needOf(planFor(1e6))
    expect(gatewayCalls.reduce((all, [, rate]) => all + rate, 0)).toBeCloseTo(gatewayCallsPerSecond)
  })
})

test('rendering with plain React alone costs less processor time than the product, and more than 0', () => {
  const { ours, plain } = costOf()
  expect(plain).toBeGreaterThan(0)
  expect(ours).toBeGreaterThan(plain)
})
