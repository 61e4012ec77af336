// What the built application bears, measured and written into docs/reference/reliability.md.
//
//   npm run load                                 everything, the sustained part for three minutes
//   npm run load -- --minutes 30                 the sustained part for thirty
//   npm run load -- --only idle,slow             some parts
import { readOptions } from './help.mjs'
import { execSync } from 'node:child_process'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

import { pushSettings } from '../tests/support/push-settings'
import { createVisitor, signIn } from '../tests/support/visitor'
import { startMeasured, type MeasuredApp, type Memory } from './load/app'
import { failures, pour, saturate, type Run, type Shot } from './load/drive'
import { startReplay, type ReplayGateway } from './load/replay'
import { conditions, megabytes, report } from './load/report'

const options = readOptions({
  minutes: { type: 'string', default: '3' },
  only: { type: 'string' },
})

const SHOPPERS = 40
const GATEWAY_MS = 20
/** Pages of a visit, about as often as shoppers open them. */
const PAGES = ['/qr', '/today', '/qr', '/coupons', '/today', '/profile/stars', '/catalog', '/terms']

const cookies: string[] = []

async function signAllIn(gateway: ReplayGateway, app: MeasuredApp): Promise<void> {
  cookies.length = 0
  for (let number = 0; number < SHOPPERS; number += 1) {
    const visitor = createVisitor(app.address)
    const phone = String(79086000000 + number)
    await signIn(visitor, gateway.sandbox.sandbox, phone)
    await visitor.get('/today')
    cookies.push([...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; '))
  }
}

/** A request as its shopper sends it; of a public page as a guest. */
const shot = (path: string, number: number): Shot =>
  path === '/terms' ? { path } : { path, cookie: cookies[number % SHOPPERS]! }
const mixed = (number: number) => shot(PAGES[number % PAGES.length]!, number)
const only = (path: string) => (number: number) => shot(path, number)

const row = (title: string, run: Run) =>
  `| ${title} | ${run.perSecond} | ${run.p50} | ${run.p95} | ${run.p99} | ${run.refused} | ${failures(run)} |`
const head = `| | good per second | p50, ms | p95, ms | p99, ms | 503 | failed |\n| --- | --- | --- | --- | --- | --- | --- |`

let givenCapacity: number | undefined
async function getCapacity({ address }: MeasuredApp): Promise<number> {
  if (givenCapacity) return givenCapacity
  await saturate({ address, connections: 16, seconds: 5, next: mixed })
  const run = await saturate({ address, connections: 16, seconds: 10, next: mixed })
  return (givenCapacity = run.perSecond)
}

async function capacity(_: ReplayGateway, { address }: MeasuredApp): Promise<string> {
  await saturate({ address, connections: 16, seconds: 10, next: mixed })
  const sixteen = await saturate({ address, connections: 16, seconds: 20, next: mixed })
  givenCapacity = sixteen.perSecond
  const four = await saturate({ address, connections: 4, seconds: 10, next: mixed })
  return `${head}\n${row('4 connections', four)}\n${row('16 connections', sixteen)}`
}

/** Bytes per hour by least squares, without the first quarter, when caches still fill. */
function getSlope(samples: Memory[]): number {
  const settled = samples.slice(Math.floor(samples.length / 4))
  const mean = (list: number[]) => list.reduce((sum, each) => sum + each, 0) / list.length
  const [x, y] = [mean(settled.map(({ at }) => at)), mean(settled.map((each) => each.heapUsed))]
  const over = settled.reduce((sum, { at, heapUsed }) => sum + (at - x) * (heapUsed - y), 0)
  const under = settled.reduce((sum, { at }) => sum + (at - x) ** 2, 0)
  return (over / under) * 3600
}

async function sustained(_: ReplayGateway, app: MeasuredApp): Promise<string> {
  const rate = Math.max(10, Math.round((await getCapacity(app)) * 0.5))
  const seconds = Number(options.minutes) * 60
  const before = app.memory.length
  const run = await pour({ address: app.address, connections: 128, seconds, rate, next: mixed })
  const samples = app.memory.slice(before)
  const [first, last] = [samples[Math.floor(samples.length / 4)]!, samples.at(-1)!]
  return `
${options.minutes} minutes at ${rate} requests per second, half of what it can do.

${head}
${row('all pages', run)}

Heap after a collection: ${megabytes(first.heapUsed)} MB after a quarter of the time, ${megabytes(last.heapUsed)} MB at the end; slope ${megabytes(getSlope(samples))} MB per hour over ${samples.length} samples (a run of a few minutes tells little: the steeper figures of short runs are caches that fill). RSS ${megabytes(first.rss)} and ${megabytes(last.rss)} MB. Errors in the log: ${app.troubles.length}.`
}

function openSocket(port: number, begin: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(begin, () => resolve(socket)))
    socket.once('error', reject)
  })
}

async function openMany(port: number, count: number, begin: string): Promise<Socket[]> {
  const sockets: Socket[] = []
  for (let done = 0; done < count; done += 200) {
    const batch = Array.from({ length: Math.min(200, count - done) }, () => openSocket(port, begin))
    sockets.push(...(await Promise.all(batch)))
  }
  return sockets
}

async function idle(_: ReplayGateway, app: MeasuredApp): Promise<string> {
  const limit = Number(execSync('ulimit -n', { encoding: 'utf8' })) || Infinity
  const count = Math.min(10_000, limit - 2000)
  const { address } = app
  const port = Number(new URL(address).port)
  const measure = () => pour({ address, connections: 32, seconds: 15, rate: 20, next: mixed })
  await saturate({ address, connections: 16, seconds: 5, next: mixed })
  const alone = await measure()
  const before = await app.nextMemory()
  const started = performance.now()
  const sockets = await openMany(port, count, 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
  const opened = Math.round((performance.now() - started) / 100) / 10
  let closed = 0
  for (const socket of sockets) socket.on('data', () => undefined).on('close', () => (closed += 1))
  const among = await measure()
  const during = await app.nextMemory()
  const closedEarly = closed
  for (const socket of sockets) socket.destroy()
  return `
${sockets.length} connections that have asked once and are kept alive, opened in ${opened} s; ${closedEarly} of them were closed early. RSS grew from ${megabytes(before.rss)} to ${megabytes(during.rss)} MB. Meanwhile 20 ordinary requests per second:

${head}
${row('alone', alone)}
${row('among the idle connections', among)}`
}

/** Seconds that connections live when they send one more byte each second. */
async function getLife(
  port: number,
  count: number,
  begin: string,
  drip: string | null,
  most: number,
) {
  const started = performance.now()
  const sockets = await openMany(port, count, begin)
  const lives: number[] = []
  const answers = new Map<string, number>()
  for (const socket of sockets) {
    let response = ''
    socket.on('data', (chunk) => (response += chunk))
    socket.on('error', () => undefined)
    socket.on('close', () => {
      lives.push((performance.now() - started) / 1000)
      const status = response.split(' ')[1] ?? 'no answer'
      answers.set(status, (answers.get(status) ?? 0) + 1)
    })
  }
  while (lives.length < count && performance.now() - started < most * 1000) {
    await sleep(1000)
    if (drip) for (const socket of sockets) if (socket.writable) socket.write(drip)
  }
  for (const socket of sockets) socket.destroy()
  const summary = [...answers].map(([status, times]) => `${times} × ${status}`).join(', ')
  return { closed: lives.length, longest: Math.max(0, ...lives).toFixed(0), summary }
}

async function slow(_: ReplayGateway, app: MeasuredApp): Promise<string> {
  const { address } = app
  const { host, port } = new URL(address)
  const count = 1000
  const form = `POST /login HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${address}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 4000\r\n\r\n`
  const watch = pour({ address, connections: 16, seconds: 25, rate: 20, next: mixed })
  const [headers, body, silent] = await Promise.all([
    getLife(Number(port), count, `GET / HTTP/1.1\r\nHost: ${host}\r\nX-A: `, 'a', 40),
    getLife(Number(port), count, form, 'a', 40),
    getLife(Number(port), count, '', null, 40),
  ])
  const lines = [
    ['headers, a byte a second', headers],
    ['a body, a byte a second', body],
    ['nothing at all', silent],
  ] as const
  return `
| ${count} connections that send | closed within 40 s | the last one after, s | answers |
| --- | --- | --- | --- |
${lines.map(([what, { closed, longest, summary }]) => `| ${what} | ${closed} | ${longest} | ${summary} |`).join('\n')}

Ordinary requests meanwhile:

${head}
${row('20 per second', await watch)}`
}

async function overload(_: ReplayGateway, app: MeasuredApp): Promise<string> {
  const { address } = app
  const most = await getCapacity(app)
  const rate = most * 3
  const run = await pour({ address, connections: 1500, seconds: 20, rate, next: mixed })
  const ended = performance.now()
  let recovered = 0
  while (performance.now() - ended < 60_000) {
    const after = await pour({ address, connections: 8, seconds: 1, rate: 10, next: mixed })
    recovered = performance.now() - ended
    if (after.refused === 0 && after.p95 < 300) break
  }
  return `
${rate} requests per second for 20 s, three times the ${most} that it can do.

${head}
${row('at three times capacity', run)}

Goodput: ${Math.round((run.perSecond / most) * 100)} % of capacity. Back to normal ${(recovered / 1000).toFixed(1)} s after the last of them was answered.`
}

async function slowEndpoint(gateway: ReplayGateway, { address }: MeasuredApp): Promise<string> {
  const rate = 25
  const both = async () =>
    Promise.all([
      pour({ address, connections: 256, seconds: 20, rate, next: only('/coupons') }),
      pour({ address, connections: 64, seconds: 20, rate, next: only('/qr') }),
    ])
  await saturate({ address, connections: 8, seconds: 3, next: mixed })
  const [couponsBefore, cardBefore] = await both()
  await gateway.hang('GET /webgate/v2/user/coupons')
  const [coupons, card] = await both()
  await gateway.hang()
  return `
${rate} requests per second to each of two screens; then the coupons' endpoint hangs.

${head}
${row('`/qr`, all well', cardBefore)}
${row('`/qr`, coupons hang', card)}
${row('`/coupons`, all well', couponsBefore)}
${row('`/coupons`, coupons hang (their block says so)', coupons)}`
}

async function stampede(gateway: ReplayGateway, { address }: MeasuredApp): Promise<string> {
  const store = 'v1_store=500768'
  const paths = ['/catalog', '/catalog/101', '/search?q=%D0%BC%D0%BE%D0%BB%D0%BE%D0%BA%D0%BE']
  const next = (number: number): Shot => ({
    path: paths[number % paths.length]!,
    cookie: `${cookies[number % SHOPPERS]!}; ${store}`,
  })
  await gateway.countAnew()
  const seconds = 75
  const run = await pour({ address, connections: 64, seconds, rate: 60, next })
  const calls = [...(await gateway.countAnew())]
  const searches = calls.filter(([question]) => question.includes('/v2/goods/search'))
  const most = Math.max(...searches.map(([, count]) => count))
  return `
${run.good} requests in ${seconds} s to three screens of the catalogue, whose goods are fresh for 60 s: each question is asked at first, and expires once on the way.

${head}
${row('catalogue', run)}

Different searches for goods: ${searches.length}; none of them reached the gateway more than ${most} times.`
}

const parts = {
  capacity,
  sustained,
  idle,
  slow,
  overload,
  'slow-endpoint': slowEndpoint,
  stampede,
}
const chosen = options.only?.split(',') ?? Object.keys(parts)

for (const [name, measure] of Object.entries(parts)) {
  if (!chosen.includes(name)) continue
  const where = conditions()
  const gateway = await startReplay(GATEWAY_MS)
  const app = await startMeasured(gateway.url, pushSettings)
  try {
    await signAllIn(gateway, app)
    report(name, `${await measure(gateway, app)}\n\n_${where} The gateway took ${GATEWAY_MS} ms._`)
  } finally {
    await app.stop()
    await gateway.close()
  }
}
