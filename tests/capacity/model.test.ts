import { spawnSync } from 'node:child_process'

import { describe, expect, test } from 'vitest'

import { readMeasured } from '../bench/measured'
import { manifest, getCalls, getNeed, planFor, PAGE_SHARES } from './model'

const measured = readMeasured()

test('the shares of pages sum to one', () => {
  expect(Object.values(PAGE_SHARES).reduce((all, share) => all + share, 0)).toBeCloseTo(1)
})

describe('the calls of a screen', () => {
  test('include an endpoint that the benchmark measured, and none that it never called', () => {
    const names = getCalls('card', measured).map(([name]) => name)
    expect(names).toContain('GET /v1/user/totp')
    expect(names).not.toContain('GET /v1/user/virtual-card')
  })
})

describe('the required capacity', () => {
  test('grows in proportion to the shoppers above the least number of containers', () => {
    const [small, large] = [getNeed(planFor(1e6)), getNeed(planFor(10e6))]
    expect(large.cores / small.cores).toBeCloseTo(10)
    expect(getNeed(planFor(1000)).containers).toBe(manifest.minReplicas)
    const byWork = large.cores / manifest.targetCores
    expect(large.containers).toBeGreaterThanOrEqual(byWork)
    expect(large.containers).toBeLessThan(byWork + 1)
  })

  test('of ten million shoppers is at most maxReplicas of the manifests', () => {
    expect(getNeed(planFor(10e6)).containers).toBeLessThanOrEqual(manifest.maxReplicas)
  })

  test('doubles the pages per second when the share of the busiest hour doubles', () => {
    const usual = getNeed(planFor(1e6))
    const busier = getNeed(planFor(1e6, { busiestHour: 0.2 }))
    expect(busier.pagesPerSecond).toBeCloseTo(2 * usual.pagesPerSecond)
    expect(busier.logGigabytesOfDay).toBeCloseTo(usual.logGigabytesOfDay)
  })

  test('sums the calls of all endpoints', () => {
    const { gatewayCalls, gatewayCallsPerSecond } = getNeed(planFor(1e6))
    expect(gatewayCalls.reduce((all, [, rate]) => all + rate, 0)).toBeCloseTo(gatewayCallsPerSecond)
  })
})

const capacity = (...options: string[]) =>
  spawnSync('npx', ['tsx', 'scripts/capacity.ts', ...options], { encoding: 'utf8' })

test('the command prints containers and calls by endpoint, with the date of its figures', () => {
  const { stdout, status } = capacity('--shoppers', '20000000', '--busiest-hour', '0.12')
  expect(status).toBe(0)
  expect(stdout).toMatch(/^Figures of \d{4}-\d\d-\d\d/)
  expect(stdout).toMatch(/\d+ {2}containers for the worst minute/)
  expect(stdout).toContain('POST /v1/auth/token/refresh')
})

test('the command refuses an invalid number of shoppers', () => {
  const { stderr, status } = capacity('--shoppers', 'many')
  expect([status, stderr]).toEqual([2, '--shoppers is a number from 1 on\n'])
})
