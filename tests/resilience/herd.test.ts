import { setTimeout as sleep } from 'node:timers/promises'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { startSandbox, type SandboxServer } from '../../sandbox/server'
import { startApp, type AppProcess } from '../support/app-process'
import { startBalancer, type Balancer } from '../support/balancer'
import { startHerd, type Herd } from '../support/herd'
import { startRedis, type RedisProcess } from '../support/redis'
import { createVisitor, signIn } from '../support/visitor'

const SITE = 'http://localhost:3999'
/** A minute of shoppers passes in six seconds; pauses of the server are as in life. */
const SPEED = 10
const MINUTE_MS = 60_000 / SPEED
const OUTAGE_MINUTES = 5
const SHOPPERS = 60
const PAGES_PER_SECOND = 10
const FIRST_PHONE = 79180100000
const MOST_TIMES = 1.5

let server: SandboxServer
let redis: RedisProcess
let balancer: Balancer
let apps: AppProcess[]
let herd: Herd
let usual: number

const startOne = () =>
  startApp(server.url, {
    ...{ PUBLIC_ORIGIN: SITE, REDIS_URL: redis.url, TRUST_PROXY: '1' },
    // The product's own limit.
    OVERLOAD_REQUESTS: '',
  })

/** Gateway calls in each of the next minutes. */
async function callsIn(minutes: number): Promise<number[]> {
  const calls: number[] = []
  for (let minute = 0; minute < minutes; minute += 1) {
    server.sandbox.calls.length = 0
    await sleep(MINUTE_MS)
    calls.push(server.sandbox.calls.length)
  }
  return calls
}

beforeAll(async () => {
  server = await startSandbox({ port: 0, accessTokenLifeSeconds: 3600 })
  redis = await startRedis()
  balancer = await startBalancer()
  apps = await Promise.all([startOne(), startOne()])
  for (const app of apps) balancer.add(app.address)
  await balancer.ready(apps.length)
  const visitors = Array.from({ length: SHOPPERS }, () => createVisitor(balancer.url, SITE))
  for (const [index, visitor] of visitors.entries())
    await signIn(visitor, server.sandbox, String(FIRST_PHONE + index))
  herd = startHerd({ visitors, pagesPerSecond: PAGES_PER_SECOND, speed: SPEED })
  // As many cards are opened as closed after a few minutes.
  await callsIn(2)
  const [first = 0, second = 0] = await callsIn(2)
  usual = (first + second) / 2
}, 120_000)

afterAll(async () => {
  await herd.stop()
  for (const app of apps) await app.stop()
  await balancer.close()
  await redis.stop()
  await server.close()
})

test(`sends gateways at most ${MOST_TIMES} times their usual calls in each minute after an outage of both`, async () => {
  const { sandbox } = server
  const { refused, degraded } = herd.results
  sandbox.faults.add({ endpoint: '*', mode: 'status', status: 503 })
  await callsIn(OUTAGE_MINUTES)
  expect(herd.results.degraded).toBeGreaterThan(degraded)
  sandbox.faults.clear()
  const after = await callsIn(3)
  for (const calls of after) expect(calls / usual).toBeLessThanOrEqual(MOST_TIMES)
  // They are back: the limit is tested with a real herd.
  expect(Math.max(...after) / usual).toBeGreaterThan(0.8)
  expect(herd.results.refused).toBe(refused)
}, 120_000)

test('serves all who return to containers that start cold, without refusals', async () => {
  for (const app of apps) await app.stop('SIGKILL')
  const lost = herd.results.lost
  await sleep(MINUTE_MS)
  expect(herd.results.lost + herd.results.refused).toBeGreaterThan(lost)
  const cold = await Promise.all([startOne(), startOne()])
  for (const app of cold) balancer.add(app.address)
  await balancer.ready(cold.length)
  apps = cold
  const before = { ...herd.results }
  const after = await callsIn(3)
  for (const calls of after) expect(calls / usual).toBeLessThanOrEqual(MOST_TIMES)
  const { refused, lost: lostAfter, degraded } = herd.results
  expect({ refused, lost: lostAfter, degraded }).toEqual({
    ...{ refused: before.refused, lost: before.lost, degraded: before.degraded },
  })
}, 120_000)
