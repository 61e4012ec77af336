import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

import { afterAll, expect, test } from 'vitest'

import { startSandbox } from '../../sandbox/server'
import { startApp, type AppProcess } from '../support/app-process'
import { untilEnd } from '../support/site'
import { startBalancer } from '../support/balancer'
import { isFull } from '../support/extent'
import { rolloutTimings } from '../support/manifests'
import { createPace } from '../support/pace'
import { startRedis } from '../support/redis'
import { opening, startTraffic } from '../support/traffic'
import { createVisitor, signIn } from '../support/visitor'

const SITE = 'http://localhost:3998'
const { preStop, drain, grace, probePeriod, probeFailures } = rolloutTimings()
/** Scales the manifests' seconds, because suites have no time for the real ones. */
const PACE = isFull ? 1 : 1 / 6
const ms = (seconds: number) => seconds * 1000 * PACE

const apps: AppProcess[] = []

async function join(): Promise<void> {
  const app = await startApp(server.url, {
    PUBLIC_ORIGIN: SITE,
    REDIS_URL: redis.url,
    DRAIN_SECONDS: String(drain * PACE),
  })
  apps.push(app)
  balancer.add(app.address)
}

const server = untilEnd(await startSandbox({ port: 0 }))
const redis = untilEnd(await startRedis())
// This balancer knows only the probe, not that a container stops.
const balancer = untilEnd(
  await startBalancer({
    periodMs: ms(probePeriod),
    timeoutMs: 2000,
    failures: probeFailures,
  }),
)
await Promise.all([join(), join()])
await balancer.ready(2)

afterAll(() => Promise.all(apps.map((app) => app.stop('SIGKILL'))))

/** Stops a container as Kubernetes does; returns its time in the manifests' seconds. */
async function leave(app: AppProcess): Promise<{ code: number | null; seconds: number }> {
  const started = performance.now()
  const exit = once(app.child, 'exit')
  await sleep(ms(preStop))
  app.child.kill('SIGTERM')
  const [code] = (await exit) as [number | null]
  return { code, seconds: (performance.now() - started) / 1000 / PACE }
}

test('a rollout with the timings of the manifests loses no request', async () => {
  const shoppers = Array.from({ length: 6 }, () => createVisitor(balancer.url, SITE))
  for (const [index, visitor] of shoppers.entries())
    await signIn(visitor, server.sandbox, String(79084000000 + index))
  const load = startTraffic(
    shoppers.map((visitor) => opening(visitor, ['/qr', '/coupons', '/profile', '/terms'])),
    createPace(),
  )
  for (const old of [...apps]) {
    // The new one first, as maxSurge says.
    await join()
    await balancer.ready(apps.length)
    const left = leave(old)
    apps.splice(apps.indexOf(old), 1)
    await balancer.ready(apps.length)
    const { code, seconds } = await left
    expect(code).toBe(0)
    expect(seconds).toBeLessThan(grace)
    expect(seconds).toBeGreaterThan(preStop + drain)
  }
  await load.reaches(100)
  expect(await load.stop()).toEqual([])
})
