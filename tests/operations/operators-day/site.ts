import { setTimeout as sleep } from 'node:timers/promises'

import { startSandbox, type SandboxServer } from '../../../sandbox/server'
import { freePort } from '../../../scripts/local-server'
import { appEnv, startApp, type AppProcess } from '../../support/app-process'
import { startGate, type Gate } from '../../support/gate'
import { sumSamples } from '../../support/metrics'
import type { Alert } from '../../support/prometheus'
import { startRedis, type RedisProcess } from '../../support/redis'
import { runCommand, type CommandOutput } from '../../support/run-command'
import { createVisitor, signIn, type Visitor } from '../../support/visitor'

type Settings = Record<string, string>

/** An operator's site with its services and regular shoppers. */
export interface Site {
  sandbox: SandboxServer['sandbox']
  /** Between the application and the identity gateway, and the shop gateway. */
  identity: Gate
  shop: Gate
  redis: RedisProcess
  app(): AppProcess
  /** Stops the container, if it runs, and starts one with changed settings. */
  restart(changes?: Settings): Promise<void>
  /** A new signed-in shopper who talks to the current container. */
  shopper(): Promise<{ (): Visitor; phone: string }>
  stranger(): Visitor
  /** Repeats some work until the site closes or the returned function is called. */
  keep(everyMs: number, work: () => Promise<unknown>): () => void
  /** Bad pages that the regular shoppers got since the last call. */
  complaints(): string[]
  /** Log of all its containers. */
  log(): string
  metricsPort: number
  metric(line: RegExp): Promise<number>
  /** Runs a command of the built application with this site's settings. */
  command(word: string, changes?: Settings): Promise<CommandOutput>
}

export interface Incident {
  name: string
  /** Each expected alert, with the observation that the runbook names. */
  alerts: Record<string, (site: Site, alert: Alert) => Promise<void>>
  /** Labels of the expected one of several alerts. */
  of?: Record<string, string>
  /** Other alerts that may fire for the same cause. */
  besides?: string[]
  settings?: Settings | ((site: Site) => Promise<Settings>)
  /** Extra arguments of Redis. */
  redis?: string
  /** Scrape interval of this site, in seconds. */
  interval?: number
  /** Seconds that stand for a minute of the rules. */
  minute?: number
  breaks(site: Site): Promise<void>
  /** The runbook's remedy. */
  mends(site: Site): Promise<void>
}

export interface RunningSite extends Site {
  /** Starts a shopper who opens one page after the other. */
  welcome(): Promise<void>
  close(): Promise<void>
}

const PAGES = ['/today', '/coupons', '/qr']
const PAUSE_MS = 700
const MAX_TRIES = 3
let nextPhone = 79091000000
let nextSite = 4100

/** One site for incidents that follow each other. */
export async function startSite(incidents: readonly Incident[]): Promise<RunningSite> {
  const redisSettings = incidents.map(({ redis = '' }) => redis).join(' ')
  const server = await startSandbox({ port: 0 })
  const { sandbox } = server
  const [identity, shop] = await Promise.all([startGate(server.url), startGate(server.url)])
  const redis = await startRedis(redisSettings)
  const [metricsPort, origin] = [await freePort(), `http://localhost:${(nextSite += 1)}`]
  const loops: { isOver: boolean }[] = []
  const failures: string[] = []
  let written = ''
  let app: AppProcess
  let env: Settings = {
    PUBLIC_ORIGIN: origin,
    METRICS_PORT: String(metricsPort),
    REDIS_URL: redis.url,
    MAGNIT_ID_GATEWAY_URL: `${identity.url}/magnit-id`,
    WEB_GATEWAY_URL: `${shop.url}/webgate`,
  }

  const site: RunningSite = {
    sandbox,
    identity,
    shop,
    redis,
    metricsPort,
    app: () => app,
    async restart(changes = {}) {
      env = { ...env, ...changes }
      await app?.stop('SIGKILL')
      written += app?.log() ?? ''
      app = await startApp(server.url, env)
    },
    async shopper() {
      // A busy machine may delay a gateway call, and a phone gets one SMS a minute.
      for (let tries = 1; ; tries += 1) {
        const phone = String((nextPhone += 1))
        const visitor = createVisitor(app.address, origin)
        const response = await signIn(visitor, sandbox, phone)
        const to = response.headers.get('Location')
        if (to === '/today')
          return Object.assign(() => createVisitor(app.address, origin, visitor.cookies), { phone })
        if (tries === MAX_TRIES)
          throw new Error(`${phone} cannot sign in: ${response.status} ${to}`)
        await sleep(PAUSE_MS)
      }
    },
    stranger: () => createVisitor(app.address, origin),
    keep(everyMs, work) {
      const loop = { isOver: false }
      loops.push(loop)
      void (async () => {
        while (!loop.isOver) await Promise.all([work().catch(() => undefined), sleep(everyMs)])
      })()
      return () => {
        loop.isOver = true
      }
    },
    async welcome() {
      const visitor = await site.shopper()
      let visit = 0
      site.keep(PAUSE_MS, async () => {
        const path = PAGES[(visit += 1) % PAGES.length]!
        const response = await visitor()
          .get(path)
          .catch((error: unknown) => String(error))
        if (typeof response === 'string' || response.status !== 200)
          failures.push(`${path}: ${typeof response === 'string' ? response : response.status}`)
      })
    },
    complaints: () => failures.splice(0),
    log: () => written + app.log(),
    metric: (line) => sumSamples(metricsPort, line),
    command: (word, changes = {}) =>
      runCommand(word, { ...appEnv(server.url), ...env, ...changes }),
    async close() {
      for (const loop of loops) loop.isOver = true
      await app?.stop('SIGKILL')
      await Promise.all([identity.close(), shop.close(), redis.stop(), server.close()])
    },
  }
  for (const { settings = {} } of incidents)
    env = { ...env, ...(typeof settings === 'function' ? await settings(site) : settings) }
  await site.restart()
  return site
}

/** Code that sleeps in a container until `SIGUSR2`, like a fault of a release. */
export const dormant = (program: string, heapMb = 384) =>
  `--max-old-space-size=${heapMb} --import data:text/javascript,${encodeURIComponent(
    `process.on('SIGUSR2', () => {${program}})`,
  )}`
