// Measures the production build and the same pages without a framework in one run, and writes
// docs/reference/performance.md. `npm run bench`, on an idle machine.
import '../../scripts/help.mjs'

import { startApp, type AppProcess } from '../support/app-process'
import { getAddress, screenNamed, type ScreenName } from '../support/screens'
import { createVisitor, signIn } from '../support/visitor'
import { bytesTable } from './bytes'
import { measureCapacity } from './capacity'
import { getOrigin, startChild } from './child'
import { footprint } from './footprint'
import { shopperTable } from './lighthouse'
import { getHeaders, inTurn, run, type LoadResult } from './load'
import type { Subject } from './reference'
import { replaceSections, section, table } from './report'
import { slowTables } from './slow'
import type { NotedCall } from './stand-in'
import { startStandIn } from './stand-in-gateway'

const SECONDS = Number(process.env.BENCH_SECONDS ?? 5)
const REPORT = 'docs/reference/performance.md'
/** Pages until V8 has compiled the hot code. */
const WARM_PAGES = 2000
const FIRST_PHONE = 79170000000
/** The limit of a session's requests is not reached. */
const SHOPPERS = 24
const only = process.env.BENCH_ONLY?.split(',')

const standIn = await startStandIn()
const { order, url: gatewayUrl } = standIn

// With logs as in production, and without limits of an address.
const app: AppProcess = await startApp(gatewayUrl, {
  IMAGE_ORIGINS: standIn.server.url,
  LOG_LEVEL: 'info',
})
const guest = createVisitor(app.origin)
const shoppers = Array.from({ length: SHOPPERS }, () => createVisitor(app.origin))
for (const [index, visitor] of shoppers.entries())
  await signIn(visitor, standIn.server.sandbox, String(FIRST_PHONE + index))
const shopper = shoppers[0]!
const measured: ScreenName[] = ['landing', 'today', 'card', 'category', 'product']
const subject: Subject = { gatewayUrl, pages: {} }
const paths = new Map<string, string>()
for (const screen of measured.map(screenNamed)) {
  const visitor = screen.seenBy === 'guest' ? guest : shopper
  const path = getAddress(screen, shopper)
  paths.set(screen.name, path)
  // Public data are cached by then, as in production.
  await visitor.get(path)
  await visitor.get(path)
  await order({ kind: 'forget-calls' })
  const html = await (await visitor.get(path)).text()
  subject.pages[path] = { html, calls: await order<NotedCall[]>({ kind: 'tell-calls' }) }
}

// With cookies, so that measured requests are no first visits.
const headers = shoppers.map(({ cookies }) => getHeaders(cookies))

const sections: [name: string, text: string][] = []
const wanted = (name: string) => !only || only.includes(name)
const headersFor = (name: string) => (name === 'landing' ? [{}] : headers)

if (wanted('throughput')) {
  await order({ kind: 'stop-passing-on' })
  const references = await Promise.all(
    (['ceiling', 'plain'] as const).map(async (kind) => {
      const child = startChild('reference.tsx', kind)
      child.send(subject)
      return { kind, child, origin: await getOrigin(child) }
    }),
  )
  const origins = [...references, { kind: 'app' as const, origin: app.address }]

  const warm = new Set<string>()
  async function compare(name: string, connections: number) {
    const path = paths.get(name) ?? '/'
    const results: Partial<Record<'ceiling' | 'plain' | 'app', LoadResult>> = {}
    for (const { kind, origin } of origins) {
      const next = inTurn(path, headersFor(name))
      const load = { origin, next, connections, seconds: SECONDS }
      const address = `${kind} ${path}`
      if (!warm.has(address)) await run({ ...load, connections: 4, seconds: 30, pages: WARM_PAGES })
      warm.add(address)
      results[kind] = await run(load)
      if (results[kind].failures !== '0') throw new Error(`${address}: ${results[kind].failures}`)
    }
    return results as Record<'ceiling' | 'plain' | 'app', LoadResult>
  }

  for (const delay of [0, 50]) {
    await order({ kind: 'delay', ms: delay })
    const rows: string[][] = []
    for (const name of measured) {
      for (const connections of [1, 32]) {
        const { ceiling, plain, app: ours } = await compare(name, connections)
        const calls = subject.pages[paths.get(name) ?? '/']?.calls.length ?? 0
        const ratio = (other: LoadResult) =>
          (ours.requestsPerSecond / other.requestsPerSecond).toFixed(2)
        rows.push([
          `\`${(paths.get(name) ?? '').replace(/[\d]{6,}/, '…')}\``,
          String(calls),
          String(connections),
          ...[ceiling, plain, ours].map(({ requestsPerSecond }) => requestsPerSecond.toFixed(0)),
          ratio(ceiling),
          ratio(plain),
          ours.p50.toFixed(1),
          ours.p99.toFixed(1),
          // Only with a delay there is a slowest call to subtract, and only without a queue the rest is the
          // application's.
          delay > 0 && connections === 1 && calls > 0 ? (ours.p95 - delay).toFixed(1) : '',
        ])
        console.log(delay, rows.at(-1)?.join(' | '))
      }
    }
    sections.push(
      section(
        `throughput-${delay}`,
        table(
          [
            'page',
            'calls',
            'connections',
            'ceiling, /s',
            'plain, /s',
            'ours, /s',
            'of ceiling',
            'of plain',
            'p50, ms',
            'p99, ms',
            'p95 − call, ms',
          ],
          rows,
        ),
      ),
    )
  }

  for (const { child } of references) child.kill()
}

if (wanted('footprint')) sections.push(section('footprint', await footprint(app, gatewayUrl)))
await app.stop()
await standIn.stop()

if (wanted('capacity')) await measureCapacity()
if (wanted('bytes')) sections.push(section('bytes', await bytesTable()))
if (wanted('slow')) sections.push(section('slow', await slowTables()))
if (wanted('shopper')) sections.push(section('shopper', await shopperTable()))

replaceSections(REPORT, sections)
process.exit(0)
