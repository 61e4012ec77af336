import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'

import { startSandbox } from '../../sandbox/server'
import { freePort } from '../../scripts/local-server'
import { startApp, type AppProcess } from '../support/app-process'
import { readMetrics } from '../support/metrics'
import { untilEnd } from '../support/site'
import { startRedis } from '../support/redis'
import { startTraceCollector, type ArrivedSpan } from '../support/trace-collector'
import { createVisitor, signIn, type Visitor } from '../support/visitor'

const SITE = 'http://localhost:3998'
const PHONE = '79054447001'
const SERVER = 2
const CLIENT = 3

/** Headers that a proxy in front adds. */
const proxied = (traceparent: string) => ({ traceparent, 'x-forwarded-for': '198.51.100.9' })

const start = (env: Record<string, string> = {}) =>
  startApp(server.url, {
    PUBLIC_ORIGIN: SITE,
    TRUST_PROXY: '1',
    REDIS_URL: redis.url,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=april%20shop',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=tests',
    OTEL_BSP_SCHEDULE_DELAY: '50',
    ...env,
  })

const at = (app: AppProcess) => createVisitor(app.address, SITE)

const server = untilEnd(await startSandbox({ port: 0 }))
const redis = untilEnd(await startRedis())
const collector = untilEnd(await startTraceCollector())
const apps = await Promise.all([start(), start()])
const visitor = at(apps[0]!)
await signIn(visitor, server.sandbox, PHONE)

afterEach(() => {
  server.sandbox.faults.clear()
  server.sandbox.state.settings.accessTokenLifeSeconds = 300
})

afterAll(() => Promise.all(apps.map((app) => app.stop())))

/** The spans of a trace after its request has ended. */
async function getSpans(traceId: string): Promise<ArrivedSpan[]> {
  const found = () => collector.spans.filter((span) => span.traceId === traceId)
  // Hooks call it, too, where no poll of an expectation may run.
  await vi.waitFor(() => expect(found().map(({ kind }) => kind)).toContain(SERVER), 60_000)
  return found()
}

const named = (spans: ArrivedSpan[], start: string) =>
  spans.filter(({ name }) => name.startsWith(start))

const getTrace = (response: Response) => response.headers.get('X-Trace-ID') ?? ''

describe('a trace', () => {
  let spans: ArrivedSpan[]
  let page: Response
  beforeAll(async () => {
    server.sandbox.calls.length = 0
    page = await visitor.get('/today')
    await page.text()
    spans = await getSpans(getTrace(page))
  })

  test('has spans of the request, each block, each gateway attempt, Redis and rendering', () => {
    const [request] = named(spans, 'GET today/')
    expect(request).toMatchObject({
      name: 'GET today/today.screen',
      parentSpanId: '',
      facts: {
        'http.request.method': 'GET',
        'http.route': 'today/today.screen',
        'http.response.status_code': 200,
        'april.request_id': page.headers.get('X-Request-ID'),
      },
    })
    for (const name of ['guard shopper', 'block balance', 'GET /v1/', 'redis ', 'render'])
      expect(named(spans, name), name).not.toEqual([])
    expect(named(spans, 'block balance')[0]?.facts).toMatchObject({ 'april.budget_ms': 1500 })
    expect(named(spans, 'GET /v1/')[0]).toMatchObject({
      kind: CLIENT,
      facts: { 'april.attempt': 1, 'http.response.status_code': 200 },
    })
  })

  test('is one tree, in which no span outlasts its parent', () => {
    const byId = new Map(spans.map((span) => [span.spanId, span]))
    for (const { name, parentSpanId, startMs, endMs } of spans) {
      if (parentSpanId === '') continue
      const parent = byId.get(parentSpanId)
      expect(parent, name).toBeDefined()
      expect(startMs, name).toBeGreaterThanOrEqual(parent!.startMs - 1)
      expect(endMs, name).toBeLessThanOrEqual(parent!.endMs + 1)
    }
  })

  test('continues at the gateways from the exported spans', () => {
    const tries = new Set(spans.filter(({ kind }) => kind === CLIENT).map(({ spanId }) => spanId))
    const parents = server.sandbox.calls.map(({ headers }) => headers.traceparent)
    expect(parents.length).toBeGreaterThan(2)
    for (const traceparent of parents) {
      expect(traceparent).toContain(getTrace(page))
      expect(tries).toContain(traceparent?.split('-')[2])
    }
  })

  test('has its id in the log', async () => {
    await expect.poll(() => apps[0]!.log()).toContain(page.headers.get('X-Request-ID'))
    const lines = apps[0]!
      .log()
      .split('\n')
      .filter((line) => line.includes(getTrace(page)))
    const logged = lines.map((line) => JSON.parse(line) as { msg: string; traceId: string })
    expect(logged.map(({ msg }) => msg)).toEqual(
      expect.arrayContaining(['request', 'gateway call']),
    )
    for (const { traceId } of logged) expect(traceId).toBe(getTrace(page))
  })

  test('is sent as OTLP, with the standard variables', () => {
    const [first] = collector.requests
    expect(first?.path).toBe('/v1/traces')
    expect(first?.headers['content-type']).toBe('application/json')
    expect(first?.headers['x-tenant']).toBe('april shop')
    expect(collector.bodies[0]).toContain('"april-loyalty"')
    expect(collector.bodies[0]).toContain('deployment.environment.name')
  })

  test("has no spans of a page's files", async () => {
    const file = await visitor.get('/favicon.svg')
    expect(file.status).toBe(200)
    await getSpans(getTrace(await visitor.get('/terms')))
    expect(collector.spans.filter(({ traceId }) => traceId === getTrace(file))).toEqual([])
  })
})

describe('a failed gateway call', () => {
  test('has its error type in the span of the attempt, and its outcome in the span of the block', async () => {
    server.sandbox.faults.add({ endpoint: 'GET /v2/user/coupons', mode: 'status', status: 500 })
    const response = await visitor.get('/coupons')
    const spans = await getSpans(getTrace(response))
    const [failed] = spans.filter(({ hasFailed }) => hasFailed)
    expect(failed).toMatchObject({ name: 'GET /v2/user/coupons', facts: { 'error.type': 'http' } })
    expect(named(spans, 'block found')[0]?.facts['april.outcome']).toBe('failed')
  })

  test('has two spans for a retried call, with the number of the attempt', async () => {
    server.sandbox.faults.add({
      endpoint: 'GET /v2/user/coupons',
      mode: 'status',
      status: 500,
      times: 1,
    })
    const response = await visitor.get('/coupons')
    const tries = named(await getSpans(getTrace(response)), 'GET /v2/user/coupons')
    expect(Math.max(...tries.map(({ facts }) => Number(facts['april.attempt'])))).toBe(2)
  })
})

describe('a token refresh', () => {
  async function expired(): Promise<Visitor> {
    server.sandbox.state.settings.accessTokenLifeSeconds = 0
    const shopper = at(apps[0]!)
    await signIn(shopper, server.sandbox, '79054447002')
    server.sandbox.state.settings.accessTokenLifeSeconds = 300
    return shopper
  }

  test('that requests share is linked from their spans to the span that made it, across containers', async () => {
    const shopper = await expired()
    const cookies = new Map(shopper.cookies)
    const elsewhere = at(apps[1]!)
    for (const [name, value] of cookies) elsewhere.cookies.set(name, value)
    const answers = await Promise.all([
      shopper.get('/qr'),
      shopper.get('/coupons'),
      elsewhere.get('/coupons'),
    ])
    const refreshes: ArrivedSpan[] = []
    for (const response of answers)
      refreshes.push(...named(await getSpans(getTrace(response)), 'refresh'))
    const [own, ...others] = refreshes.filter(({ facts }) => !facts['april.shared_by'])
    expect(others).toEqual([])
    expect(own?.facts['april.outcome']).toBe('renewed')
    const shared = refreshes.filter(({ facts }) => facts['april.shared_by'])
    const ways = shared.map(({ facts }) => facts['april.shared_by'])
    expect(ways).toContain('container')
    for (const { links } of shared)
      expect(links).toEqual([expect.objectContaining({ spanId: own?.spanId })])
  })
})

describe('a traced visitor', () => {
  test('is not identified: spans have listed attributes only, and no secret', () => {
    const { refreshTokens, users } = server.sandbox.state
    const sent = collector.bodies.join('\n')
    expect(collector.spans.length).toBeGreaterThan(50)
    for (const { name, facts } of collector.spans) {
      for (const fact of Object.keys(facts))
        expect(fact, name).toMatch(
          /^(?:http\.(?:request\.method|route|response\.status_code)|error\.type|db\.(?:system|operation)\.name|april\.(?:request_id|outcome|attempt|budget_ms|shared_by))$/,
        )
      expect(name).toMatch(/^[\w\s/.{}:-]{3,80}$/)
    }
    const cards = [...users.values()].flatMap((user) => user.cards)
    const code = server.sandbox.inbox.lastCode(PHONE) ?? 'none'
    for (const secret of [...refreshTokens.keys(), ...cards, PHONE, PHONE.slice(1)])
      expect(sent).not.toContain(secret)
    expect(sent).not.toMatch(new RegExp(`"${code}"|eyJ[\\w-]+\\.eyJ|cookie|v1_jwt`, 'i'))
  })

  test('continues the trace of the proxy in front, unless that is not sampled', async () => {
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
    const taken = await visitor.get('/qr', proxied(`00-${trace}-00f067aa0ba902b7-01`))
    expect(getTrace(taken)).toBe(trace)
    const [request] = named(await getSpans(trace), 'GET card/')
    expect(request?.parentSpanId).toBe('00f067aa0ba902b7')

    server.sandbox.calls.length = 0
    const left = '4bf92f3577b34da6a3ce929d0e0e4737'
    await visitor.get('/qr', proxied(`00-${left}-00f067aa0ba902b7-00`))
    await getSpans(getTrace(await visitor.get('/terms')))
    expect(collector.spans.filter(({ traceId }) => traceId === left)).toEqual([])
    for (const { headers } of server.sandbox.calls) expect(headers.traceparent).toMatch(/-00$/)
  })
})

describe('without tracing', () => {
  let quiet: AppProcess
  beforeAll(async () => void (quiet = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: '' })))
  afterAll(() => quiet.stop())

  test('the span of a proxy is passed on unchanged', async () => {
    const given = '00-4bf92f3577b34da6a3ce929d0e0e4738-00f067aa0ba902b7-01'
    server.sandbox.calls.length = 0
    const shopper = at(quiet)
    await shopper.post('/login', { phone: '79054447005' }, proxied(given))
    expect(server.sandbox.calls.length).toBeGreaterThan(0)
    for (const { headers } of server.sandbox.calls) expect(headers.traceparent).toBe(given)
  })
})

test('a collector that is down costs a log line and a metric, and delays no page', async () => {
  const metricsPort = await freePort()
  const app = await start({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
    OTEL_EXPORTER_OTLP_TIMEOUT: '300',
    METRICS_PORT: String(metricsPort),
  })
  const shopper = at(app)
  await signIn(shopper, server.sandbox, '79054447004')
  expect((await shopper.get('/today')).status).toBe(200)
  await expect.poll(() => app.log()).toContain('traces cannot be delivered')
  const figures = await readMetrics(metricsPort)
  expect(figures).toMatch(/april_traces_lost_total [1-9]/)
  const stopping = performance.now()
  expect(await app.stop()).toBe(0)
  expect(performance.now() - stopping).toBeLessThan(8000)
})
