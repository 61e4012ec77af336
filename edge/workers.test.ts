import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { buildSync } from 'esbuild'
import { afterEach, beforeAll, expect, test } from 'vitest'

import { freePort } from '../scripts/local-server'

/** Among the packages, which it asks for. */
const PROGRAM = 'node_modules/.cache/small-workers.mjs'
let end: (() => void) | undefined

beforeAll(() => {
  const what = { entryPoints: ['tests/support/small-workers.ts'], outfile: PROGRAM }
  buildSync({ ...what, bundle: true, platform: 'node', format: 'esm', packages: 'external' })
})
afterEach(() => end?.())

async function start(env: Record<string, string> = {}) {
  const port = await freePort()
  const child = spawn(process.execPath, [PROGRAM], {
    env: { NODE_ENV: 'test', PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  end = () => void child.kill('SIGKILL')
  let log = ''
  child.stdout.on('data', (chunk) => (log += chunk))
  const exit = once(child, 'exit')
  const ask = async (path = '/') => {
    const headers = { connection: 'close' }
    // A connection that was on its way to one that ended is answered by nobody.
    const signal = AbortSignal.timeout(1000)
    return (await fetch(`http://127.0.0.1:${port}${path}`, { headers, signal })).text()
  }
  return {
    child,
    url: `http://127.0.0.1:${port}`,
    exit,
    ask,
    log: () => log,
    has: (msg: string) => expect.poll(() => log).toContain(`"msg":"${msg}"`),
    /** Both of them, by the ids of their processes. */
    workers: async () => [...new Set([await ask(), await ask()])].map(Number),
  }
}

test('the port is closed until all of them can answer', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'workers-'))
  const go = join(folder, 'go')
  const { ask, workers, has } = await start({ SECOND_WAITS_FOR: go })
  await has('can answer')
  await sleep(300)
  await expect(ask()).rejects.toThrow('fetch failed')
  writeFileSync(go, '')
  await expect.poll(() => ask().catch(() => null), { interval: 10 }).not.toBeNull()
  // One opens it, the other joins a moment later.
  await expect.poll(workers, { interval: 10 }).toHaveLength(2)
  rmSync(folder, { recursive: true })
})

test('a worker that hangs is ended and replaced', async () => {
  const { has, workers } = await start()
  await has('ready')
  const [hanging = 0, ...others] = await workers()
  process.kill(hanging, 'SIGSTOP')
  await has('a worker has begun')
  const now = await workers()
  expect(now).toHaveLength(2)
  expect(now).toEqual(expect.arrayContaining(others))
  expect(now).not.toContain(hanging)
})

test('a first signal waits for what is under way, a second one ends all at once', async () => {
  const { child, url, exit, ask, has } = await start()
  await has('ready')
  const waiting = fetch(`${url}/wait`).catch(() => 'ended')
  await ask()
  child.kill('SIGTERM')
  expect(await Promise.race([exit, waiting, sleep(500, 'under way')])).toBe('under way')
  child.kill('SIGTERM')
  expect(await exit).toEqual([null, 'SIGTERM'])
  expect(await waiting).toBe('ended')
})

test('workers that end again and again end the container, with a fault', async () => {
  const { child, exit, ask, has, log } = await start()
  await has('ready')
  while (child.exitCode === null) await ask('/end').catch(() => undefined)
  expect(await exit).toEqual([1, null])
  expect(log()).toContain('workers end again and again')
})

test('one that cannot begin ends the container at once, with a fault', async () => {
  const { exit, log } = await start({ FAILS: '1' })
  expect(await exit).toEqual([1, null])
  expect(log()).toContain('"code":3')
  expect(log().match(/a worker has ended/g)).toHaveLength(1)
  expect(log()).not.toContain('ready')
})
