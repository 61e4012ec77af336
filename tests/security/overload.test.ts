import { setTimeout as sleep } from 'node:timers/promises'

import { expect, test } from 'vitest'

import { startSite } from '../support/site'

const BUSY_MS = 6000
/** Blocks the event loop for a while at a signal, in tasks of 400 ms. */
const busy = `process.on('SIGUSR2', () => {
  const end = Date.now() + ${BUSY_MS}
  const task = () => {
    const until = Date.now() + 400
    while (Date.now() < until);
    if (Date.now() < end) setImmediate(task)
  }
  task()
})`

const preload = `data:text/javascript,${encodeURIComponent(busy)}`
const { app, guest } = await startSite({
  OVERLOAD_REQUESTS: '48',
  NODE_OPTIONS: `--import ${preload}`,
})

const MANY = 40
const getStatus = async (response: Promise<Response>) => (await response).status

test('T53 refuses requests with a readable page while the process is overloaded, and no longer', async () => {
  const visitor = guest()
  const many = (path: string) => Promise.all(Array.from({ length: MANY }, () => visitor.get(path)))
  // A late process hardly accepts connections, so these are already open.
  await Promise.all([many('/login'), many('/login')])
  const started = Date.now()
  app.child.kill('SIGUSR2')
  await sleep(4000)

  const [pages, data, health, file] = await Promise.all([
    many('/login'),
    many('/today.data'),
    visitor.get('/healthz'),
    visitor.get('/favicon.svg'),
  ])
  const refused = pages.filter(({ status }) => status === 503)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused[0]?.headers.get('Retry-After')).toMatch(/^[3-6]$/)
  expect(await refused[0]?.text()).toContain('Сейчас очень много посетителей')
  const reloads = await Promise.all(data.map((response) => response.text()))
  expect(reloads.some((text) => text.includes('/today'))).toBe(true)
  expect(data.every(({ status }) => status === 202)).toBe(true)
  expect([health.status, file.status]).toEqual([200, 200])

  await sleep(started + BUSY_MS + 1500 - Date.now())
  expect((await visitor.get('/login')).status).toBe(200)
})

test('T53 serves a single visitor at any event-loop delay', async () => {
  const visitor = guest()
  const started = Date.now()
  app.child.kill('SIGUSR2')
  const statuses = new Set<number>()
  while (Date.now() < started + BUSY_MS) statuses.add(await getStatus(visitor.get('/login')))
  expect([...statuses]).toEqual([200])
})

test('T53 serves a handful of visitors while other programs use the processor', async () => {
  const visitor = guest()
  const statuses = new Set<number>()
  let isOver = false
  const visitors = Array.from({ length: 5 }, async () => {
    while (!isOver) statuses.add(await getStatus(visitor.get('/login')))
  })
  for (let pause = 0; pause < 12; pause++) {
    app.child.kill('SIGSTOP')
    await sleep(450)
    app.child.kill('SIGCONT')
    await sleep(40)
  }
  isOver = true
  await Promise.all(visitors)
  expect([...statuses]).toEqual([200])
})
