import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

import { expect } from 'vitest'

import { freePort } from '../../scripts/local-server'
import { startApp, type AppProcess } from './app-process'
import { sumSamples } from './metrics'
import { createVisitor } from './visitor'

const HEALTH_MS = 1500
const PAGE_MS = 3000

/** Starts the application with load shedding, and with readable metrics, files and memory. */
export async function startWatched(sandboxUrl: string, env: Record<string, string> = {}) {
  const port = await freePort()
  const app = await startApp(sandboxUrl, {
    METRICS_PORT: String(port),
    OVERLOAD_REQUESTS: '600',
    ...env,
  })
  const directory = `/proc/${app.child.pid}/fd`
  const links = () =>
    readdirSync(directory).flatMap((name) => {
      try {
        return [readlinkSync(`${directory}/${name}`)]
      } catch {
        return []
      }
    })
  /** The value of a metric; 0 without a sample. */
  const metric = (name: string) => sumSamples(port, new RegExp(`^${name}[ {]`))
  const openFiles = () => links().filter((link) => link.includes('build/client'))
  /** Connections, including those to gateways. */
  const openSockets = () => links().filter((link) => link.startsWith('socket:')).length
  return {
    ...app,
    metric,
    openSockets,
    /** Resident memory in bytes. */
    memory() {
      const status = readFileSync(`/proc/${app.child.pid}/status`, 'utf8')
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? NaN) * 1024
    },
    /** Waits until all counts are zero, all files closed, and as few connections open as at first. */
    async comesToRest(sockets: number) {
      const wait = { timeout: 15_000, interval: 100 }
      for (const counter of counters)
        await expect.poll(() => metric(counter), { ...wait, message: counter }).toBe(0)
      await expect.poll(openFiles, wait).toEqual([])
      await expect.poll(openSockets, wait).toBeLessThanOrEqual(sockets)
    },
  }
}

const counters = [
  'april_http_requests_under_way',
  'april_http_body_bytes_held',
  'april_gateway_calls_under_way',
]

/** Address of another visitor, where a proxy is trusted. */
const ELSEWHERE = { 'x-forwarded-for': '203.0.113.9' }

/**
 * Requests health and a page repeatedly and records the slowest response. It uses its own address: an address
 * with all slots in use is refused (edge/overload).
 */
export function watch(app: AppProcess) {
  const slowest = { health: 0, page: 0 }
  const statuses = new Set<number>()
  let isOver = false
  const visitor = createVisitor(app.address, app.origin)
  async function ask(path: string, kind: 'health' | 'page') {
    const started = performance.now()
    statuses.add((await visitor.get(path, ELSEWHERE)).status)
    slowest[kind] = Math.max(slowest[kind], performance.now() - started)
  }
  const asking = (async () => {
    while (!isOver) {
      await Promise.all([ask('/healthz', 'health'), ask('/login', 'page')])
      await sleep(50)
    }
  })()
  return {
    /** Fails when a request was refused or slow. */
    async ends() {
      isOver = true
      await asking
      expect([...statuses]).toEqual([200])
      expect(slowest.health).toBeLessThan(HEALTH_MS)
      expect(slowest.page).toBeLessThan(PAGE_MS)
    },
  }
}
