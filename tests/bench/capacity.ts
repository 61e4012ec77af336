import { randomUUID } from 'node:crypto'
import { cpus, loadavg } from 'node:os'

import { createClient } from '@redis/client'
import { request } from 'undici'

import { getVersion } from '../../scripts/runtime'
import { addresses, getMsOfPage, manifest, pickPage, type Kind } from '../capacity/model'
import { appNode, startApp } from '../support/app-process'
import { allEndpoints } from '../../app/gateways/gateways.server'
import { builtDictionary } from '../support/page-dictionary'
import { pushSettings } from '../support/push-settings'
import { createRandom } from '../support/random'
import { startRedis } from '../support/redis'
import { getAddress, screenNamed } from '../support/screens'
import { createVisitor, signIn, type Visitor } from '../support/visitor'
import { freePort } from '../../scripts/local-server'
import { limitProcessor } from './limit-processor'
import { getHeaders, inTurn, run, type Shot } from './load'
import { writeMeasured, type Measured, type RequestCost } from './measured'
import { residentMegabytes, usedMs } from './process-figures'
import type { NotedCall } from './stand-in'
import { startStandIn } from './stand-in-gateway'

const SHOPPERS = 60
const FIRST_PHONE = 79170000000
const CONNECTIONS = 4
const WARM_REQUESTS = 200
const REQUESTS = 150
/** The cheapest round is the least affected by other load. */
const ROUNDS = 3
const MIX_SECONDS = 24
/** Until a process has served this many pages, each page costs more. */
const WARM_PAGES = 800
const MAX_SECONDS = 300

type Headers = Record<string, string>

const kinds = Object.keys(addresses) as Kind[]
const isPage = (kind: Kind) => kind !== 'code'
const rounded = (value: number, digits = 2) => Number(value.toFixed(digits))

/** The declared endpoint of a call. */
function getEndpoint({ method, path }: NotedCall): string | null {
  const [own = ''] = path.split('?')
  const found = allEndpoints.find((endpoint) => {
    const pattern = endpoint.path.replace(/\{\w+\}/g, '[^/]+')
    return endpoint.method === method && new RegExp(`^/[\\w-]+${pattern}$`).test(own)
  })
  return found?.name ?? null
}

/**
 * Measures the figures of `npm run capacity` into `measured.json`. Of each kind of request: processor time,
 * bytes, calls, Redis commands and log. Of a container: start, warm-up, memory and metrics.
 */
export async function measureCapacity(): Promise<void> {
  const load = (loadavg()[0] ?? 0).toFixed(1)
  const standIn = await startStandIn()
  const { order, url: gatewayUrl } = standIn
  const redis = await startRedis()
  const watch = await createClient({ url: redis.url }).connect()
  const commands = async () =>
    Number(/total_commands_processed:(\d+)/.exec(await watch.info('stats'))?.[1])
  const usedMemory = async () => Number(/used_memory:(\d+)/.exec(await watch.info('memory'))?.[1])
  const metricsPort = await freePort()
  const settings = {
    ...pushSettings,
    IMAGE_ORIGINS: standIn.server.url,
    LOG_LEVEL: 'info',
    REDIS_URL: redis.url,
  }
  const started = performance.now()
  const app = await startApp(gatewayUrl, { ...settings, METRICS_PORT: String(metricsPort) })
  await (await fetch(app.origin)).text()
  const startSeconds = rounded((performance.now() - started) / 1000)

  const visitors = Array.from({ length: SHOPPERS }, () => createVisitor(app.origin))
  for (const [index, visitor] of visitors.entries())
    await signIn(visitor, standIn.server.sandbox, String(FIRST_PHONE + index))
  const [first] = visitors as [Visitor, ...Visitor[]]
  const asked = {
    'accept-encoding': 'dcz, br, gzip',
    'available-dictionary': builtDictionary().available,
  }
  const asJson = { accept: 'application/json', 'accept-encoding': 'gzip' }
  const getPath = (kind: Kind) =>
    kind === 'code' ? addresses[kind] : getAddress(screenNamed(kind), first)
  function headersFor(kind: Kind): Headers[] {
    if (kind === 'landing') return [asked]
    const wish = isPage(kind) ? asked : asJson
    return visitors.map(({ cookies }) => ({ ...getHeaders(cookies), ...wish }))
  }
  const getLoad = (kind: Kind, pages: number) => ({
    origin: app.address,
    next: inTurn(getPath(kind), headersFor(kind)),
    connections: CONNECTIONS,
    seconds: MAX_SECONDS,
    pages,
  })
  const requests = {} as Record<Kind, RequestCost>
  const getCost = async (kind: Kind, pages: number) => {
    const before = usedMs(app)
    await run(getLoad(kind, pages))
    return (usedMs(app) - before) / pages
  }

  /**
   * Cost of pages in turn, chosen as shoppers do, as a multiple of their cost when one kind is repeated. The
   * process has the autoscaler's share of a processor, so the processor's caches serve others meanwhile.
   */
  async function factorOfMix(): Promise<number> {
    const random = createRandom(1)
    const next = (number: number): Shot => {
      const kind = pickPage(random())
      const { cookies } = visitors[number % SHOPPERS]!
      return {
        path: getPath(kind),
        headers: { ...(kind !== 'landing' && getHeaders(cookies)), ...asked },
      }
    }
    const load = { origin: app.address, connections: CONNECTIONS, next }
    await run({ ...load, seconds: MIX_SECONDS / 2 })
    const free = limitProcessor(app, manifest.targetCores)
    await run({ ...load, seconds: MIX_SECONDS / 8 })
    const before = usedMs(app)
    const { good } = await run({ ...load, seconds: MIX_SECONDS })
    const used = usedMs(app) - before
    free()
    return used / good / getMsOfPage(requests)
  }

  // Warms up the process before anything is measured.
  await getCost('today', WARM_PAGES)

  for (const kind of kinds) {
    const path = getPath(kind)
    // Collects the cookies of a first visit, which the measured requests then send.
    if (isPage(kind)) for (const visitor of visitors) await visitor.get(path)
    await run(getLoad(kind, WARM_REQUESTS))
    await order({ kind: 'forget-calls' })
    const [commandsBefore, log] = [await commands(), app.log().length]
    const rounds: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await getCost(kind, REQUESTS))
    const calls = await order<NotedCall[]>({ kind: 'tell-calls' })
    const written = app.log().slice(log)
    const counted = new Map<string, number>()
    for (const call of calls) {
      const name = getEndpoint(call)
      if (name) counted.set(name, (counted.get(name) ?? 0) + 1)
    }
    const response = await request(app.address + path, { headers: headersFor(kind).at(-1) ?? {} })
    const body = await response.body.arrayBuffer()
    requests[kind] = {
      processorMs: rounded(Math.min(...rounds)),
      bytes: body.byteLength + JSON.stringify(response.headers).length,
      calls: Object.fromEntries(
        [...counted].map(([name, n]) => [name, rounded(n / (ROUNDS * REQUESTS))]),
      ),
      redisCommands: rounded(((await commands()) - commandsBefore) / (ROUNDS * REQUESTS), 1),
      logLines: rounded(written.split('\n').length / (ROUNDS * REQUESTS), 1),
      logBytes: Math.round(written.length / (ROUNDS * REQUESTS)),
    }
    console.log(kind, JSON.stringify(requests[kind]))
  }

  const inMix = await factorOfMix()
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  const series = metrics.split('\n').filter((line) => line && !line.startsWith('#'))
  const megabytes = Math.round(residentMegabytes(app))
  const refreshBytes = await bytesOfRefresh(usedMemory, watch)

  for (const cost of Object.values(requests)) cost.processorMs = rounded(cost.processorMs * inMix)

  const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${(getVersion(appNode) ?? '').slice(1)}, load average ${load} when it began`
  const measured: Measured = {
    date: new Date().toISOString().slice(0, 10),
    machine,
    container: {
      startSeconds,
      megabytes,
      metricSeries: series.length,
      metricBytes: metrics.length,
      pushMs: await costOfPush(),
    },
    refreshBytes,
    requests,
  }
  await writeMeasured(measured)
  watch.destroy()
  await app.stop()
  await redis.stop()
  await standIn.stop()
}

const REFRESHES = 1000
/** As long as a sealed pair of two tokens of 2 kB. */
const SEALED = 'x'.repeat(4000)

/** Redis memory of the two values of a refresh, with their keys. */
async function bytesOfRefresh(
  usedMemory: () => Promise<number>,
  client: { set(key: string, value: string): Promise<unknown> },
): Promise<number> {
  const before = await usedMemory()
  for (let each = 0; each < REFRESHES; each += 1) {
    const key = randomUUID() + randomUUID().slice(0, 7)
    await client.set(`april:next:${key}`, SEALED)
    await client.set(`april:later:${key}`, SEALED)
  }
  return Math.round(((await usedMemory()) - before) / REFRESHES)
}

/** Processor time of encrypting and signing one message, in milliseconds. */
async function costOfPush(): Promise<number> {
  const { generateRequestDetails, generateVAPIDKeys } = (await import('web-push')).default
  const { createECDH, randomBytes } = await import('node:crypto')
  const ecdh = createECDH('prime256v1')
  const subscription = {
    endpoint: 'https://fcm.googleapis.com/fcm/send/phone',
    keys: {
      p256dh: ecdh.generateKeys('base64url'),
      auth: randomBytes(16).toString('base64url'),
    },
  }
  const vapidDetails = { subject: 'mailto:push@april.example', ...generateVAPIDKeys() }
  const before = process.cpuUsage()
  for (let each = 0; each < REQUESTS; each += 1)
    generateRequestDetails(subscription, 'x'.repeat(300), { vapidDetails })
  const { user, system } = process.cpuUsage(before)
  return rounded((user + system) / 1000 / REQUESTS)
}
