import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { startSandbox, type SandboxServer } from '../../sandbox/server'
import { startApp, type AppProcess } from '../support/app-process'
import { startTraceCollector, type TraceCollector } from '../support/trace-collector'
import { createVisitor } from '../support/visitor'

const directory = mkdtempSync(join(tmpdir(), 'trace-settings-'))

let server: SandboxServer
let collector: TraceCollector
let app: AppProcess

beforeAll(async () => {
  server = await startSandbox({ port: 0 })
  collector = await startTraceCollector()
})

afterEach(async () => {
  await app.stop()
  collector.bodies.length = 0
  collector.requests.length = 0
})

afterAll(async () => {
  await collector.close()
  await server.close()
})

/** Each setting in a file of its own. */
function asFiles(settings: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => {
      const file = join(directory, name)
      writeFileSync(file, `${value}\n`)
      return [`${name}_FILE`, file]
    }),
  )
}

/** Starts the application, and has it ask a gateway. @returns what the gateway was told of the trace */
async function askAGateway(settings: Record<string, string>): Promise<string[]> {
  app = await startApp(server.url, { OTEL_BSP_SCHEDULE_DELAY: '50', ...settings })
  server.sandbox.calls.length = 0
  await createVisitor(app.address, app.origin).post('/login', { phone: '79054447101' })
  return server.sandbox.calls.map(({ headers }) => String(headers.traceparent))
}

describe('tracing whose settings are files', () => {
  test('sends spans where they lead, with what they say', async () => {
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

  test('takes the whole address before the other', async () => {
    await askAGateway(
      asFiles({
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
        OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/of/traces/`,
      }),
    )
    await expect.poll(() => collector.requests[0]?.path).toBe('/of/traces/')
  })

  test('traces the share of requests that they name', async () => {
    const recorded = await askAGateway({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      ...asFiles({ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' }),
    })
    expect(recorded.length).toBeGreaterThan(0)
    for (const traceparent of recorded) expect(traceparent).toMatch(/-00$/)
  })
})

test('a share that is left out is all of the requests, and no trace is said to be lost', async () => {
  const recorded = await askAGateway({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
  })
  expect(recorded).toContainEqual(expect.stringMatching(/-01$/))
  await expect.poll(() => collector.bodies.join()).toContain('"april-loyalty"')
  expect(app.log()).not.toContain('traces cannot be delivered')
})
