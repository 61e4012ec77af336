import { setTimeout as sleep } from 'node:timers/promises'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { startSandbox, type SandboxServer } from '../../sandbox/server'
import { startApp, type AppProcess } from '../support/app-process'
import { createVisitor } from '../support/visitor'

const BUSY_MS = 6000
/** Keeps the process's loop busy for a while, in tasks of 400 ms, at a signal. */
const busy = `process.on('SIGUSR2', () => {
  const end = Date.now() + ${BUSY_MS}
  const task = () => {
    const until = Date.now() + 400
    while (Date.now() < until);
    if (Date.now() < end) setImmediate(task)
  }
  task()
})`

let sandbox: SandboxServer
let app: AppProcess

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 })
  const preload = `data:text/javascript,${encodeURIComponent(busy)}`
  app = await startApp(sandbox.url, {
    OVERLOAD_REQUESTS: '48',
    NODE_OPTIONS: `--import ${preload}`,
  })
})

afterAll(async () => {
  await app.stop()
  await sandbox.close()
})

test('T53 who comes while the process cannot keep up is sent away readably, and only for as long', async () => {
  const visitor = createVisitor(app.origin)
  await visitor.get('/login')
  const started = Date.now()
  app.child.kill('SIGUSR2')
  await sleep(4000)

  const [page, data, health, file] = await Promise.all(
    ['/login', '/today.data', '/healthz', '/favicon.svg'].map((path) => visitor.get(path)),
  )
  expect(page?.status).toBe(503)
  expect(page?.headers.get('Retry-After')).toBe('3')
  expect(await page?.text()).toContain('Сейчас очень много посетителей')
  expect(data?.status).toBe(202)
  expect([health?.status, file?.status]).toEqual([200, 200])

  await sleep(started + BUSY_MS + 1500 - Date.now())
  expect((await visitor.get('/login')).status).toBe(200)
})
