import { setTimeout as sleep } from 'node:timers/promises'

import { afterAll, expect, test } from 'vitest'

import { startSandbox } from '../../sandbox/server'
import { startApp, type AppProcess } from '../support/app-process'
import { untilEnd } from '../support/site'
import { startBalancer } from '../support/balancer'
import { startHerd } from '../support/herd'
import { startRedis } from '../support/redis'
import { createVisitor, signIn } from '../support/visitor'

const SITE = 'http://localhost:3999'
/** A minute of shoppers passes in six seconds; pauses of the server are as in life. */
const SPEED = 10
const MINUTE_MS = 60_000 / SPEED
const OUTAGE_MINUTES = 5
const SHOPPERS = 60
const PAGES_PER_SECOND = 10
const FIRST_PHONE = 79180100000
const MAX_TIMES = 1.5
/** Requests of open cards at the end of an outage: their pauses have grown. */
const MAX_REQUESTS = 5

const sum = (list: readonly number[]) => list.reduce((all, each) => all + each, 0)

let apps: AppProcess[]

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

/** Pages and codes that shoppers request in the next minute. */
async function requestsInMinute(): Promise<number> {
  const requests = () => sum(Object.values(herd.results))
  const before = requests()
  await sleep(MINUTE_MS)
  return requests() - before
}

/** Gateway calls in each of the three minutes after an outage, as multiples of the usual ones. */
async function callsAfterwards(): Promise<string> {
  const times = (await callsIn(3)).map((calls) => calls / usual)
  for (const each of times) expect(each).toBeLessThanOrEqual(MAX_TIMES)
  // They are back: the limit is tested with a real herd.
  expect(Math.max(...times)).toBeGreaterThan(0.8)
  return times.map((each) => each.toFixed(2)).join(', ')
}

const server = untilEnd(await startSandbox({ port: 0, accessTokenLifeSeconds: 3600 }))
const redis = untilEnd(await startRedis())
const balancer = untilEnd(await startBalancer())
apps = await Promise.all([startOne(), startOne()])
for (const app of apps) balancer.add(app.address)
await balancer.ready(apps.length)
const visitors = Array.from({ length: SHOPPERS }, () => createVisitor(balancer.url, SITE))
for (const [index, visitor] of visitors.entries())
  await signIn(visitor, server.sandbox, String(FIRST_PHONE + index))
const herd = startHerd({ visitors, pagesPerSecond: PAGES_PER_SECOND, speed: SPEED })
// As many cards are opened as closed after a few minutes.
await callsIn(4)
const usual = sum(await callsIn(2)) / 2
const usualRequests = await requestsInMinute()

afterAll(async () => {
  await herd.stop()
  for (const app of apps) await app.stop()
})

test(`sends gateways at most ${MAX_TIMES} times their usual calls in each minute after an outage of both`, async ({
  annotate,
}) => {
  const { sandbox } = server
  const { refused, degraded } = herd.results
  sandbox.faults.add({ endpoint: '*', mode: 'status', status: 503 })
  await callsIn(OUTAGE_MINUTES - 1)
  const requests = (await requestsInMinute()) / usualRequests
  expect(requests).toBeLessThanOrEqual(MAX_REQUESTS)
  expect(herd.results.degraded).toBeGreaterThan(degraded)
  sandbox.faults.clear()
  const calls = await callsAfterwards()
  await annotate(`multiples of the usual: requests ${requests.toFixed(2)}, calls ${calls}`)
  expect(herd.results.refused).toBe(refused)
})

test('serves all who return to containers that start cold, without refusals', async ({
  annotate,
}) => {
  for (const app of apps) await app.stop('SIGKILL')
  const lost = herd.results.lost
  await callsIn(1)
  expect(herd.results.lost + herd.results.refused).toBeGreaterThan(lost)
  const cold = await Promise.all([startOne(), startOne()])
  for (const app of cold) balancer.add(app.address)
  await balancer.ready(cold.length)
  apps = cold
  const before = { ...herd.results }
  await annotate(`multiples of the usual: calls ${await callsAfterwards()}`)
  const { refused, lost: lostAfter, degraded } = herd.results
  expect({ refused, lost: lostAfter, degraded }).toEqual({
    ...{ refused: before.refused, lost: before.lost, degraded: before.degraded },
  })
})
