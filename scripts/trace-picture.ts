// Draws the trace of one tap, from the request to the gateways' responses, as docs/images/trace.svg: `npm run
// trace:picture`. A shopper with an expired access token activates a coupon without a script; all values are
// measured in this run.
import './help.mjs'
import { writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

import { startSandbox } from '../sandbox/server'
import { startApp } from '../tests/support/app-process'
import { startRedis } from '../tests/support/redis'
import {
  startTraceCollector,
  type ArrivedSpan,
  type TraceCollector,
} from '../tests/support/trace-collector'
import { createVisitor, signIn } from '../tests/support/visitor'

const FILE = 'docs/images/trace.svg'
const PHONE = '79054448001'
const SERVER = 2
const CLIENT = 3
const ROW = 22
const NAMES = 330
const WIDTH = 960
const TOP = 56
const DECIDED_MS = 10_000

async function spansOf({ spans }: TraceCollector, answer: Response): Promise<ArrivedSpan[]> {
  const id = answer.headers.get('X-Trace-ID')
  const found = () => spans.filter(({ traceId }) => traceId === id)
  for (const end = Date.now() + DECIDED_MS; Date.now() < end; await sleep(50))
    if (found().some(({ kind }) => kind === SERVER)) return found()
  throw new Error('The trace did not arrive')
}

async function tap(): Promise<ArrivedSpan[]> {
  const [sandbox, redis, collector] = await Promise.all([
    startSandbox({ port: 0 }),
    startRedis(),
    startTraceCollector(),
  ])
  const app = await startApp(sandbox.url, {
    REDIS_URL: redis.url,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_BSP_SCHEDULE_DELAY: '50',
  })
  try {
    // The first request is slower than a usual tap.
    const first = createVisitor(app.origin)
    await signIn(first, sandbox.sandbox, PHONE)
    const list = await (await first.get('/coupons')).text()
    const action = /action="([^"]*\/activate)[?"]/.exec(list)?.[1]
    if (!action) throw new Error('There is no coupon to activate')
    sandbox.sandbox.state.settings.accessTokenLifeSeconds = 1
    const shopper = createVisitor(app.origin)
    await signIn(shopper, sandbox.sandbox, PHONE)
    sandbox.sandbox.state.settings.accessTokenLifeSeconds = 300
    await sleep(1100)
    const posted = await shopper.post(action)
    const page = await shopper.get(posted.headers.get('Location') ?? '/coupons')
    return [...(await spansOf(collector, posted)), ...(await spansOf(collector, page))]
  } finally {
    await app.stop()
    await Promise.all([collector.close(), redis.stop(), sandbox.close()])
  }
}

/** Parents before children, by start time. */
function inOrder(spans: ArrivedSpan[]): { span: ArrivedSpan; depth: number }[] {
  const ids = new Set(spans.map(({ spanId }) => spanId))
  const under = (parent: string | null, depth: number): { span: ArrivedSpan; depth: number }[] =>
    spans
      .filter(({ parentSpanId }) =>
        parent === null ? !ids.has(parentSpanId) : parentSpanId === parent,
      )
      .sort((one, other) => one.startMs - other.startMs)
      .flatMap((span) => [{ span, depth }, ...under(span.spanId, depth + 1)])
  return under(null, 0)
}

function classOf({ kind, name, hasFailed }: ArrivedSpan): string {
  if (hasFailed) return 'failed'
  if (name.startsWith('redis')) return 'redis'
  return kind === CLIENT ? 'gateway' : kind === SERVER ? 'request' : 'own'
}

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')

function draw(spans: ArrivedSpan[]): string {
  const began = Math.min(...spans.map(({ startMs }) => startMs))
  const lasted = Math.max(...spans.map(({ endMs }) => endMs)) - began
  const x = (ms: number) => NAMES + ((ms - began) / lasted) * (WIDTH - NAMES - 70)
  const rows = inOrder(spans).map(({ span, depth }, index) => {
    const y = TOP + index * ROW
    const width = Math.max(2, x(span.endMs) - x(span.startMs))
    const facts = [
      span.facts['april.budget_ms'] && `of ${span.facts['april.budget_ms']} ms`,
      span.facts['april.outcome'],
      span.kind === CLIENT && span.facts['http.response.status_code'],
    ].filter(Boolean)
    const label = `${(span.endMs - span.startMs).toFixed(1)} ms${facts.length > 0 ? ` · ${facts.join(' · ')}` : ''}`
    const isRight = x(span.endMs) > WIDTH - 190
    const at = isRight ? x(span.startMs) - 6 : x(span.startMs) + width + 6
    return `<text x="${12 + depth * 14}" y="${y + 14}">${escaped(span.name)}</text>
<rect class="${classOf(span)}" x="${x(span.startMs).toFixed(1)}" y="${y + 4}" width="${width.toFixed(1)}" height="13" rx="3"/>
<text class="figure" x="${at.toFixed(1)}" y="${y + 14}"${isRight ? ' text-anchor="end"' : ''}>${escaped(label)}</text>`
  })
  const legend = [
    ['request', 'request'],
    ['own', 'our own work'],
    ['gateway', 'a try of a gateway'],
    ['redis', 'Redis'],
  ]
    .map(
      ([kind, label], index) =>
        `<rect class="${kind}" x="${12 + index * 150}" y="34" width="13" height="13" rx="3"/><text x="${31 + index * 150}" y="45">${label}</text>`,
    )
    .join('\n')
  const height = TOP + rows.length * ROW + 12
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="The trace of one tap: a coupon is activated, and the page comes that this leads to">
<style>
svg { background: #fff; font: 12px system-ui, sans-serif } text { fill: #16211a } .figure { fill: #566058; font-size: 11px }
.title { font-size: 15px; font-weight: 600 } .request { fill: #0e5a3a } .own { fill: #8fc7a6 } .gateway { fill: #d98324 } .redis { fill: #7a63b8 } .failed { fill: #b3261e }
@media (prefers-color-scheme: dark) { svg { background: #0e1411 } text { fill: #edf3ec } .figure { fill: #a5b3a9 } .request { fill: #3fa876 } .own { fill: #2c6e50 } }
</style>
<text class="title" x="12" y="24">One tap: a coupon is activated, its page comes (${Math.round(lasted)} ms at our server, gateways and network of the sandbox)</text>
${legend}
${rows.join('\n')}
</svg>
`
}

const spans = await tap()
writeFileSync(FILE, draw(spans))
console.log(`${spans.length} spans in ${FILE}`)
