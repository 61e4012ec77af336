import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

import { expect } from 'vitest'

import type { createVisitor } from '../../support/visitor'
import { dormant, type Incident, type Site } from './site'

const stopStart = { stopMs: 320, runMs: 40 }
/** Longer than the test waits for any alert. */
const BUSY_MS = 300_000

/** The page of a signed-in shopper, from any container. */
const sees = async (shopper: () => ReturnType<typeof createVisitor>, path: string) =>
  (await shopper().get(path)).status

const setOff = (site: Site) => void site.app().child.kill('SIGUSR2')

let shopper: () => ReturnType<typeof createVisitor>

let stopIt = () => {}
let stopRush = () => {}
let stopCrashes = async () => {}

export const notScraped: Incident = {
  name: 'no container answers Prometheus',
  alerts: {
    async AprilDown(site) {
      // The site responds, so the scraping is broken.
      expect((await site.stranger().get('/healthz')).status).toBe(200)
      const bad = { PUBLIC_ORIGIN: 'nonsense', GATEWAY_TIMEOUT_MS: 'nonsense' }
      const { code, text } = await site.command('--check-config', bad)
      expect(code).toBe(1)
      for (const name of Object.keys(bad)) expect(text).toContain(name)
    },
    // The only container is more than half of them, so this alert fires as well.
    async AprilHalfDown(site) {
      expect((await site.stranger().get('/healthz')).status).toBe(200)
    },
  },
  // Fires when the new process takes long to start.
  besides: ['AprilProcessDown'],
  breaks: (site) => site.restart({ METRICS_PORT: '0' }),
  mends: (site) => site.restart({ METRICS_PORT: String(site.metricsPort) }),
}

export const brokenPages: Incident = {
  name: 'a release with broken pages',
  settings: {
    NODE_OPTIONS: dormant(
      // Screens with forms call `randomUUID`, and no other page of a signed-in shopper does.
      `globalThis.crypto.randomUUID = () => { throw new Error('the fault of the release') }`,
    ),
  },
  alerts: {
    async AprilErrors(site) {
      const line = site.log().match(/^.*"level":50.*"a page failed".*$/m)?.[0] ?? ''
      const { requestId, route, err } = JSON.parse(line) as {
        requestId: string
        route: string
        err: { message: string; frames: string[] }
      }
      expect(err.message).toBe('the fault of the release')
      const access = site
        .log()
        .split('\n')
        .filter((each) => each.includes(requestId) && each.includes('"msg":"request"'))
      expect(access.some((each) => each.includes(`"route":"${route}"`))).toBe(true)
    },
    async AprilFaults(site, { labels }) {
      expect(labels.where).toBe('page')
      expect(site.log()).toContain('"frames":["at ')
    },
  },
  async breaks(site) {
    setOff(site)
  },
  // The release before does not have this fault.
  mends: (site) => site.restart({ NODE_OPTIONS: '' }),
}

export const leak: Incident = {
  name: 'a release that leaks',
  settings: {
    NODE_OPTIONS: dormant(`globalThis.leak = Buffer.alloc(450e6, 1)`),
  },
  alerts: {
    async AprilMemory(site) {
      expect(await site.metric(/^process_resident_memory_bytes/)).toBeGreaterThan(500e6)
      // The cache is small, so it is not the cause; the build metric shows the release.
      expect(await site.metric(/^april_cache_bytes/)).toBeLessThan(64e6)
      expect(await site.metric(/^april_build_info\{version=/)).toBe(1)
      expect(site.complaints()).toEqual([])
    },
  },
  async breaks(site) {
    shopper = await site.shopper()
    setOff(site)
  },
  async mends(site) {
    // As deleting the pod does.
    await site.restart({ NODE_OPTIONS: '' })
    expect(await sees(shopper, '/qr')).toBe(200)
  },
}

export const fullHeap: Incident = {
  name: 'a heap that fills up to its limit',
  // A container needs seconds to start, and the crashes must last 15 minutes of the rules.
  minute: 3,
  settings: {
    NODE_OPTIONS: dormant(
      `const kept = []; setInterval(() => kept.push(new Array(2e6).fill(kept.length + 0.5)), 1)`,
      192,
    ),
  },
  alerts: {
    async AprilRestarting(site) {
      expect(site.log()).toContain('heap out of memory')
    },
  },
  besides: ['AprilMemory', 'AprilEventLoopLate', 'AprilDown', 'AprilHalfDown'],
  async breaks(site) {
    let isMended = false
    const crashes = (async () => {
      while (!isMended) {
        const { child } = site.app()
        const exit = once(child, 'exit')
        setOff(site)
        const [code, signal] = (await exit) as [number | null, string | null]
        expect(code ?? signal).toBe('SIGABRT')
        await site.restart()
        // Waits until Prometheus has scraped the new process.
        await sleep(1500)
      }
    })()
    crashes.catch(() => {})
    stopCrashes = () => {
      isMended = true
      return crashes
    }
  },
  // Stands for a previous release or a higher memory limit: the crashes stop.
  mends: () => stopCrashes(),
}

export const noProcessor: Incident = {
  name: 'a container without a processor',
  alerts: {
    async AprilEventLoopLate(site, { labels }) {
      expect(labels.instance).toBe(`127.0.0.1:${site.metricsPort}`)
      expect(site.complaints()).toEqual([])
    },
  },
  async breaks(site) {
    const { child } = site.app()
    stopIt = site.keep(stopStart.runMs, async () => {
      child.kill('SIGSTOP')
      await sleep(stopStart.stopMs)
      child.kill('SIGCONT')
      await sleep(stopStart.runMs)
    })
  },
  async mends() {
    stopIt()
  },
}

export const rush: Incident = {
  name: 'more than a container can answer',
  interval: 2,
  settings: {
    OVERLOAD_REQUESTS: '48',
    // Blocks the event loop without using the processor, so that other processes are not slowed down.
    NODE_OPTIONS: dormant(`
        const end = Date.now() + ${BUSY_MS}
        const one = new Int32Array(new SharedArrayBuffer(4))
        const task = () => {
          Atomics.wait(one, 0, 0, 300)
          if (Date.now() < end) setImmediate(task)
        }
        task()`),
  },
  alerts: {
    async AprilRefusing(site) {
      expect(site.log()).toContain('"status":503')
    },
  },
  besides: ['AprilErrors', 'AprilEventLoopLate', 'AprilSlow'],
  async breaks(site) {
    const many = () => Promise.all(Array.from({ length: 20 }, () => site.stranger().get('/login')))
    await many()
    setOff(site)
    stopRush = site.keep(100, many)
  },
  // More replicas take load from this one.
  async mends(site) {
    stopRush()
    await site.restart({ NODE_OPTIONS: '' })
  },
}
