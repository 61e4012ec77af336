import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { expect, test } from 'vitest'

import { freePort } from '../../scripts/local-server'
import { startSite } from '../support/site'
import { exchange, requestBytes, getStatus } from '../support/wire'

const directory = mkdtempSync(join(tmpdir(), 'metrics-port-'))
writeFileSync(join(directory, 'notice.json'), '{"text": "Магазин закрыт"}')
writeFileSync(join(directory, 'switches.json'), '{"off": ["review"]}')
writeFileSync(join(directory, 'notices.json'), '{}')
writeFileSync(join(directory, 'rules.json'), '[{ "from": "/promo", "to": "/actions" }]')
const port = await freePort()
const { app, guest } = await startSite({
  METRICS_PORT: String(port),
  METRICS_HOSTS: 'april april.shop.svc',
  CONTENT_DIR: directory,
  ROUTE_RULES_FILE: join(directory, 'rules.json'),
})
// New files are read once they no longer change.
await guest().get('/')
await sleep(1100)
const scrape = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()

test('files of the operator that disappear stay in force, and are counted', async () => {
  for (const name of ['switches.json', 'notice.json', 'rules.json']) rmSync(join(directory, name))
  for (const name of ['switches.json', 'notice.json', 'ROUTE_RULES_FILE'])
    await expect.poll(scrape).toContain(`april_file_bad{file="${name}"} 1`)
  const visitor = guest()
  expect((await visitor.get('/promo')).headers.get('Location')).toBe('/actions')
  expect(await (await visitor.get('/login')).text()).toContain('Магазин закрыт')
  expect(app.log()).toMatch(/"file":"switches.json","message":"has gone"/)
})

test('logs a file of CONTENT_DIR that nothing reads', () => {
  expect(app.log()).toMatch(/"file":"notices.json".*nothing reads this file of CONTENT_DIR/)
})

test.each([
  ['127.0.0.1', 200],
  ['10.1.2.3:9464', 200],
  ['[fd00::7]:9464', 200],
  ['localhost:9464', 200],
  ['APRIL:9464', 200],
  ['april.shop.svc', 200],
  ['rebound.example:9464', 421],
  ['april.shop.svc.rebound.example', 421],
  ['127.0.0.1@rebound.example', 421],
  ['', 421],
])('the metrics port answers the Host header «%s» with %i', async (Host, status) => {
  const address = `http://127.0.0.1:${port}`
  const answer = await exchange(
    address,
    requestBytes(address, '/metrics', { headers: { Host, Connection: 'close' } }),
  )
  expect(getStatus(answer)).toBe(status)
  expect(answer.includes('nodejs_version_info')).toBe(status === 200)
})

test('the metrics port answers reads of /metrics only', async () => {
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404)
  expect((await fetch(`http://127.0.0.1:${port}/metrics`, { method: 'POST' })).status).toBe(405)
})
