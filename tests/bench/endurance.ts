// Load that goes on, idle connections and three times the capacity, written into docs/reference/reliability.md:
//
//   npx tsx tests/bench/endurance.ts --minutes 30 --only sustained
import { readOptions } from '../../scripts/help.mjs'
import { execSync } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'

import { startApp } from '../support/app-process'
import { pushSettings } from '../support/push-settings'
import { createVisitor, signIn } from '../support/visitor'
import { getHeaders, run, type LoadResult } from './load'
import { residentMegabytes } from './process-figures'
import { replaceSections, section, table } from './report'
import { startStandIn } from './stand-in-gateway'

const options = readOptions({
  minutes: { type: 'string', default: '3' },
  only: { type: 'string', default: 'capacity,sustained,idle,overload' },
})

const SHOPPERS = 40
const GATEWAY_MS = 20
const FIRST_PHONE = 79086000000
/** Pages of a visit, about as often as shoppers open them. */
const PAGES = ['/qr', '/today', '/qr', '/coupons', '/today', '/profile/stars', '/catalog', '/terms']

const gateway = await startStandIn()
const app = await startApp(gateway.url, {
  ...pushSettings,
  LOG_LEVEL: 'info',
  OVERLOAD_REQUESTS: '48',
})
const shoppers = Array.from({ length: SHOPPERS }, () => createVisitor(app.origin))
for (const [index, visitor] of shoppers.entries()) {
  await signIn(visitor, gateway.server.sandbox, String(FIRST_PHONE + index))
  for (const path of new Set(PAGES)) await visitor.get(path)
}
await gateway.order({ kind: 'stop-passing-on' })
await gateway.order({ kind: 'delay', ms: GATEWAY_MS })

const headers = shoppers.map(({ cookies }) => getHeaders(cookies))
const pour = (connections: number, seconds: number, rate?: number) =>
  run({
    ...{ origin: app.address, connections, seconds, ...(rate && { rate }) },
    next: (number) => ({
      path: PAGES[number % PAGES.length]!,
      headers: headers[Math.floor(number / PAGES.length) % SHOPPERS]!,
    }),
  })
const pages = (rows: Record<string, LoadResult>) =>
  table(
    ['', 'good per second', 'p50, ms', 'p95, ms', 'p99, ms', '503', 'failed'],
    Object.entries(rows).map(([title, { requestsPerSecond, p50, p95, p99, refused, failures }]) => [
      title,
      ...[requestsPerSecond, p50, p95, p99, refused].map((each) => each.toFixed(0)),
      failures,
    ]),
  )

await pour(16, 10)
const sixteen = await pour(16, 20)
const capacity = Math.round(sixteen.requestsPerSecond)

const parts: Record<string, () => Promise<string>> = {
  capacity: async () => pages({ '4 connections': await pour(4, 10), '16 connections': sixteen }),
  async sustained() {
    const [rate, seconds] = [Math.round(capacity / 2), Number(options.minutes) * 60]
    const quarter = await pour(128, seconds / 4, rate)
    const early = residentMegabytes(app)
    const rest = await pour(128, (seconds * 3) / 4, rate)
    const errors = app.log().match(/"level":(?:50|60)/g)?.length ?? 0
    return `${options.minutes} minutes at ${rate} requests per second, half of what it can do.

${pages({ 'the first quarter': quarter, 'the rest': rest })}

Resident memory ${early.toFixed(0)} MB after a quarter of the time, ${residentMegabytes(app).toFixed(0)} MB at the end. Errors in the log: ${errors}.`
  },
  async idle() {
    const count = Math.min(10_000, (Number(execSync('ulimit -n')) || Infinity) - 2000)
    const [before, alone] = [residentMegabytes(app), await pour(32, 15, 20)]
    let closed = 0
    const sockets = Array.from({ length: count }, () => {
      const socket = connect(Number(new URL(app.address).port), '127.0.0.1')
      socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
      return socket.on('close', () => (closed += 1))
    })
    await Promise.all(sockets.map((socket) => once(socket, 'data')))
    const among = await pour(32, 15, 20)
    const [early, during] = [closed, residentMegabytes(app)]
    for (const socket of sockets) socket.destroy()
    return `${count} keep-alive connections after one request; ${early} of them were closed early. Resident memory grew from ${before.toFixed(0)} to ${during.toFixed(0)} MB. Meanwhile 20 ordinary requests per second:

${pages({ alone, 'among the idle connections': among })}`
  },
  async overload() {
    const over = await pour(512, 20, capacity * 3)
    const ended = performance.now()
    let seconds = 0
    for (let isSlow = true; isSlow && seconds < 60;) {
      const after = await pour(8, 1, 10)
      seconds = (performance.now() - ended) / 1000
      isSlow = after.refused > 0 || after.p95 > 300
    }
    return `${capacity * 3} requests per second for 20 s, three times the ${capacity} that it can do.

${pages({ 'at three times capacity': over })}

Goodput: ${Math.round((over.requestsPerSecond / capacity) * 100)} % of capacity. Back to normal ${seconds.toFixed(1)} s after the last of them.`
  },
}

const sections: [name: string, text: string][] = []
for (const name of options.only.split(','))
  sections.push(section(name, `${await parts[name]!()}\n\n_The gateway took ${GATEWAY_MS} ms._`))
await app.stop()
await gateway.stop()
replaceSections('docs/reference/reliability.md', sections)
process.exit(0)
