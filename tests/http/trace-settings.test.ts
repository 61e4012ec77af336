import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, describe, expect, test } from 'vitest'

import { startSandbox } from '../../sandbox/server'
import { startApp, type AppProcess } from '../support/app-process'
import { untilEnd } from '../support/site'
import { startTraceCollector } from '../support/trace-collector'
import { createVisitor } from '../support/visitor'

const directory = mkdtempSync(join(tmpdir(), 'trace-settings-'))

let app: AppProcess

const server = untilEnd(await startSandbox({ port: 0 }))
const collector = untilEnd(await startTraceCollector())

afterEach(async () => {
  await app.stop()
  collector.bodies.length = 0
  collector.requests.length = 0
})

/** Writes each setting to a file. */
function asFiles(settings: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => {
      const file = join(directory, name)
      writeFileSync(file, `${value}\n`)
      return [`${name}_FILE`, file]
    }),
  )
}

/**
 * Starts the application and causes a gateway call.
 * @returns the trace headers that the gateway received
 */
async function askAGateway(
  settings: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<string[]> {
  app = await startApp(server.url, { OTEL_BSP_SCHEDULE_DELAY: '50', ...settings })
  server.sandbox.calls.length = 0
  await createVisitor(app.address, app.origin).post('/login', { phone: '79054447101' }, headers)
  return server.sandbox.calls.map(({ headers }) => String(headers.traceparent))
}

describe('tracing with settings in files', () => {
  test('sends spans to the configured address with the configured headers', async () => {
    const recorded = await askAGateway(
      asFiles({
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=april%20shop',
        OTEL_SERVICE_NAME: 'name-of-a-file',
      }),
    )
    expect(recorded).toContainEqual(expect.stringMatching(/-01$/))
    await expect.poll(() => collector.requests.length).toBeGreaterThan(0)
    expect(collector.requests[0]).toMatchObject({
      path: '/v1/traces',
      headers: { 'x-tenant': 'april shop' },
    })
    expect(collector.bodies[0]).toContain('name-of-a-file')
  })

  test('traces the configured share of requests', async () => {
    const recorded = await askAGateway({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      ...asFiles({ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' }),
    })
    expect(recorded.length).toBeGreaterThan(0)
    for (const traceparent of recorded) expect(traceparent).toMatch(/-00$/)
  })
})

test('traces all requests without a configured share, and loses none', async () => {
  const recorded = await askAGateway({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
  })
  expect(recorded).toContainEqual(expect.stringMatching(/-01$/))
  await expect.poll(() => collector.bodies.join()).toContain('"april-loyalty"')
  expect(app.log()).not.toContain('traces cannot be delivered')
})

describe('the traceparent of a request', () => {
  const share = { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' }
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  const incoming = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` }

  test.each([
    ['no proxy is configured', { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...share }],
    [
      'the request bypassed the proxy',
      { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...share, TRUST_PROXY: '1' },
    ],
    ['nothing is traced', {}],
  ])('records nothing and is not passed on where %s', async (_, settings) => {
    const outgoing = await askAGateway(settings as Record<string, string>, incoming)
    expect(outgoing.length).toBeGreaterThan(0)
    for (const traceparent of outgoing) expect(traceparent).toMatch(/-00$/)
    expect(outgoing.join()).not.toContain(traceId)
  })
})
