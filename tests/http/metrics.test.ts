import { afterAll, beforeAll, expect, test } from 'vitest'

import { startSandbox, type SandboxServer } from '../../sandbox/server'
import { freePort, startApp, type AppProcess } from '../support/app-process'

let sandbox: SandboxServer
let app: AppProcess
let metricsPort: number

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 })
  metricsPort = await freePort()
  app = await startApp(sandbox.url, { METRICS_PORT: String(metricsPort) })
})
afterAll(async () => {
  await app.stop()
  await sandbox.close()
})

const scrape = () => fetch(`http://127.0.0.1:${metricsPort}/metrics`)

test('the metrics are on a port of their own, in Prometheus’ form', async () => {
  const response = await scrape()
  expect(response.headers.get('Content-Type')).toContain('text/plain')
  expect(await response.text()).toContain('process_cpu_seconds_total')
  expect((await fetch(`${app.origin}/metrics`)).status).toBe(404)
})
