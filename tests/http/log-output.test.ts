import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { afterAll, afterEach, expect, test } from 'vitest'

import { startSandbox } from '../../sandbox/server'
import { freePort } from '../../scripts/local-server'
import { appEnv, appNode } from '../support/app-process'
import { untilEnd } from '../support/site'

/** Enough for every buffer of the log. */
const MAX_REQUESTS = 10_000
const BATCH = 500
const LANES = 20
const DISK_BYTES = 128 * 1024

let child: ChildProcess | undefined

const sandbox = untilEnd(await startSandbox({ port: 0 }))
const disk = mkdtempSync(join(tmpdir(), 'disk-'))
execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_BYTES}`, 'tmpfs', disk])

afterEach(() => child?.kill('SIGKILL'))
afterAll(async () => {
  execFileSync('umount', ['-l', disk])
})

/** Starts the server with this standard output. */
async function start(stdout: 'pipe' | number) {
  const [port, metricsPort] = [await freePort(), await freePort()]
  const own = { PORT: String(port), METRICS_PORT: String(metricsPort), LOG_LEVEL: 'debug' }
  const origin = `http://localhost:${port}`
  const running = spawn(appNode, ['build/server.js'], {
    env: { ...appEnv(sandbox.url), ...own, PUBLIC_ORIGIN: origin },
    stdio: ['ignore', stdout, 'ignore'],
  })
  child = running
  const get = (path: string) => fetch(origin + path, { signal: AbortSignal.timeout(3000) })
  await expect
    .poll(async () => (await get('/readyz').catch(() => null))?.status, { timeout: 20_000 })
    .toBe(200)
  return {
    child: running,
    get,
    async request(count: number) {
      const lane = async () => {
        for (let sent = 0; sent < count / LANES; sent += 1) {
          const response = await get('/robots.txt')
          expect(response.status).toBe(200)
          await response.text()
        }
      }
      await Promise.all(Array.from({ length: LANES }, lane))
    },
    async dropped(): Promise<number> {
      const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
      return Number(/^april_log_lines_dropped_total (\d+)$/m.exec(text)?.[1])
    },
    async end() {
      const [startedAt, exit] = [performance.now(), once(running, 'exit')]
      running.kill('SIGTERM')
      const [code] = await exit
      return { code, ms: performance.now() - startedAt }
    },
  }
}

test('a stalled reader of the log loses lines that are counted, and delays the end by no more than 3 s', async () => {
  const app = await start('pipe')
  for (let sent = 0; sent < MAX_REQUESTS && (await app.dropped()) === 0; sent += BATCH)
    await app.request(BATCH)
  expect(await app.dropped()).toBeGreaterThan(0)
  expect((await app.get('/login')).status).toBe(200)
  const { code, ms } = await app.end()
  expect(code).toBe(0)
  expect(ms).toBeLessThan(3000)
})

test('a closed reader of the log loses lines that are counted, and no request', async () => {
  const app = await start('pipe')
  app.child.stdout?.destroy()
  await app.request(200)
  expect(await app.dropped()).toBeGreaterThan(100)
  expect((await app.end()).code).toBe(0)
})

test('a log on a full disk answers every request, goes on when there is room, and ends with 0', async () => {
  const file = join(disk, 'log')
  writeFileSync(file, '')
  const output = openSync(file, 'a')
  const app = await start(output)
  closeSync(output)
  await app.request(2000)
  await sleep(200)
  const dropped = await app.dropped()
  expect(dropped).toBeGreaterThan(0)
  expect((await app.get('/healthz')).status).toBe(200)
  execFileSync('truncate', ['-s', '0', file])
  await app.request(20)
  await expect.poll(() => readFileSync(file, 'utf8')).toContain('"msg":"')
  expect(await app.dropped()).toBe(dropped)
  expect((await app.end()).code).toBe(0)
  expect(readFileSync(file, 'utf8')).toContain('"msg":"stopped"')
})
