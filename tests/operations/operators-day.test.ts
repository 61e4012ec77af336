import { setTimeout as sleep } from 'node:timers/promises'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { readRules, startPrometheus, type Alert, type Prometheus } from '../support/prometheus'
import { aside, badFile, lostTraces } from './operators-day/aside'
import {
  brokenPages,
  fullHeap,
  leak,
  noProcessor,
  rush,
  notScraped,
} from './operators-day/containers'
import {
  expiredCertificate,
  failingEndpoint,
  slowGateway,
  stoppedGateway,
} from './operators-day/gateways'
import { evictingRedis, fullRedis, hangingRedis, killedRedis } from './operators-day/redis'
import { startSite, type Incident, type RunningSite } from './operators-day/site'
import { guesses, oneAddress, spentTexts } from './operators-day/visitors'

/** Each line is a site with its incidents one after the other; the sites run side by side. */
const days: Incident[][] = [
  [notScraped, killedRedis, failingEndpoint],
  [noProcessor, slowGateway],
  [leak, hangingRedis],
  [evictingRedis, fullRedis],
  [stoppedGateway, expiredCertificate],
  [spentTexts, guesses],
  [brokenPages],
  [fullHeap],
  [rush],
  [oneAddress],
  [aside],
  [lostTraces, badFile],
]
const rules = readRules()
/** Sites that start at once, because they share two processors. */
const AT_ONCE = 3
/** During this time nothing is wrong, so no alert may fire. */
const HEALTHY_MS = 6_000
/** The longest window and wait of a rule are half a minute here; a busy machine adds to it. */
const PATIENCE_MS = 150_000

/** Alerts about slowness, which any other work of the machine causes. */
const ofTheMachine = [
  'AprilEventLoopLate',
  'AprilSlow',
  'AprilGatewayFailing',
  'AprilGatewayBreakerOpen',
]

/** Tried with invented series in tests/deploy/alerts.test.ts: they last too long for a day of minutes. */
const ofInventedSeries = [
  'AprilFilesLate',
  'AprilGuessing',
  'AprilLogDropped',
  'AprilProcessDown',
  'AprilRolloutStuck',
  'AprilSecretsDiffer',
]

const sites: RunningSite[] = []
const closed = new Set<number>()
let prometheus: Prometheus

beforeAll(async () => {
  for (let at = 0; at < days.length; at += AT_ONCE)
    sites.push(...(await Promise.all(days.slice(at, at + AT_ONCE).map(startSite))))
  await Promise.all(sites.map((site) => site.welcome()))
  prometheus = await startPrometheus(
    sites.map(({ metricsPort }, index) => {
      const { interval = 1, minute = 1 } = days[index]![0]!
      return { job: `site-${index}`, port: metricsPort, interval, minute }
    }),
  )
  await sleep(HEALTHY_MS)
})

afterAll(async () => {
  await prometheus?.stop()
  await Promise.all(sites.map((_, index) => close(index)))
})

async function close(index: number): Promise<void> {
  if (closed.has(index)) return
  closed.add(index)
  await sites[index]!.close()
}

test('every alert rule belongs to an incident of these tests', () => {
  const tried = new Set(days.flat().flatMap(({ alerts }) => Object.keys(alerts)))
  for (const name of ofInventedSeries) tried.add(name)
  expect([...tried].sort()).toEqual(rules.map(({ alert }) => alert).sort())
})

/** The firing alerts of a site by name; with labels one of several. */
async function firing(job: string, of: Record<string, string> = {}): Promise<Map<string, Alert>> {
  const found = new Map<string, Alert>()
  for (const [name, alerts] of await prometheus.alerts(job)) {
    const alert = alerts.find(
      ({ state, labels }) =>
        state === 'firing' && Object.entries(of).every(([label, value]) => labels[label] === value),
    )
    if (alert) found.set(name, alert)
  }
  return found
}

async function happens(incident: Incident, index: number): Promise<void> {
  const site = sites[index]!
  const names = async () => [...(await firing(`site-${index}`)).keys()]
  const allowed = [...Object.keys(incident.alerts), ...(incident.besides ?? []), ...ofTheMachine]
  const others = async () => (await names()).filter((name) => !allowed.includes(name))
  const own = async () => (await names()).filter((name) => name in incident.alerts)

  // Delays by other work, or by the incident before, end soon.
  await until(`nothing is late before ${incident.name}`, async () =>
    (await own()).some((name) => ofTheMachine.includes(name)) ? null : true,
  )
  expect([...(await own()), ...(await others())].join(), `before ${incident.name}`).toBe('')
  site.complaints()
  await incident.breaks(site)
  for (const [name, seen] of Object.entries(incident.alerts)) {
    const alert = await until(`${name} fires`, async () =>
      (await firing(`site-${index}`, incident.of)).get(name),
    )
    const { summary, description } = rules.find((rule) => rule.alert === name)!.annotations
    expect(alert.annotations.description).toBe(description)
    // The fired alert has the summary that the runbook quotes, with values in place of templates.
    const pattern = summary.replace(/\{\{.*?\}\}/g, '\\S.*').replace(/%/g, '%')
    expect(alert.annotations.summary).toMatch(new RegExp(`^${pattern}$`))
    await seen(site, alert)
  }
  expect((await others()).join(), incident.name).toBe('')
  await incident.mends(site)
  await until('all is well again', async () =>
    [...(await own()), ...(await others())].length === 0 ? true : null,
  )
}

async function until<T>(what: string, look: () => Promise<T | null | undefined>): Promise<T> {
  const end = Date.now() + PATIENCE_MS
  for (;;) {
    const seen = await look()
    if (seen) return seen
    if (Date.now() > end) throw new Error(`In vain was waited until ${what}`)
    await sleep(250)
  }
}

test.concurrent.each(
  days.map(
    (incidents, index) => [incidents.map(({ name }) => name).join('; then '), index] as const,
  ),
)(
  'each incident fires its alerts with the text of the runbook, and no others: %s',
  async (_, index) => {
    for (const incident of days[index]!) await happens(incident, index)
    // Finished sites leave the processors to others.
    await close(index)
  },
  900_000,
)
