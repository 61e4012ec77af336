import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import webpush from 'web-push'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { startSandbox, type SandboxServer } from '../../sandbox/server'
import { production } from '../../app/platform/settings.server'
import { freePort } from '../../scripts/local-server'
import { getVersion } from '../../scripts/runtime'
import { appNode, SECRET, startApp, type AppProcess } from '../support/app-process'
import { startRedis, type RedisProcess } from '../support/redis'
import { createVisitor } from '../support/visitor'
import { exchange, requestBytes, getStatus } from '../support/wire'

const keys = webpush.generateVAPIDKeys()
/** Secrets by setting, none of which may be on the page. */
const CANARIES = {
  SESSION_SECRETS: `canary-session-secret-of-the-tests-1,${SECRET}`,
  PUSH_RELAY_TOKEN: 'canary-relay-token-of-the-tests-long-enough',
  ANALYTICS_WRITE_KEY: 'canary-write-key',
  CAPTCHA_SECRET_KEY: 'canary-captcha-key',
  OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=canary-otel',
  VAPID_PRIVATE_KEY: keys.privateKey,
}
const secrets = [
  'canary',
  SECRET,
  keys.privateKey,
  'user-of-url',
  'password-of-url',
  'key-in-query',
]

let sandbox: SandboxServer
let redis: RedisProcess
let app: AppProcess
let directory: string
let port: number

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 })
  redis = await startRedis()
  directory = mkdtempSync(join(tmpdir(), 'status-'))
  writeFileSync(
    join(directory, 'notice.json'),
    JSON.stringify({ text: '<script>alert(1)</script> & "кавычки"', audience: 'shoppers' }),
  )
  writeFileSync(join(directory, 'switches.json'), '{"off": ["review"]}')
  writeFileSync(join(directory, 'landing.json'), '{"titel": "Опечатка"}')
  writeFileSync(join(directory, 'notices.json'), '{}')
  writeFileSync(join(directory, 'rules.json'), '[{ "from": "/promo", "to": "/actions" }]')
  port = await freePort()
  app = await startApp(sandbox.url, {
    ...CANARIES,
    METRICS_PORT: String(port),
    METRICS_HOSTS: 'april april.shop.svc',
    REDIS_URL: redis.url,
    CONTENT_DIR: directory,
    ROUTE_RULES_FILE: join(directory, 'rules.json'),
    BRAND_NAME: 'Лавка <b>',
    VAPID_PUBLIC_KEY: keys.publicKey,
    VAPID_SUBJECT: 'mailto:push@april.example',
    ANALYTICS_URL: 'http://user-of-url:password-of-url@127.0.0.1:9/events',
    MAP_TILES_URL: 'https://tiles.example/{z}/{x}/{y}.png?apikey=key-in-query',
    SENTRY_DSN: 'http://user-of-url@127.0.0.1:9/1',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://user-of-url:password-of-url@127.0.0.1:9',
  })
  // New files are read once they no longer change.
  await createVisitor(app.origin).get('/')
  await sleep(1100)
})
afterAll(async () => {
  await app.stop()
  await redis.stop()
  await sandbox.close()
})

const look = async () => (await fetch(`http://127.0.0.1:${port}/`)).text()
const section = (html: string, title: string) =>
  html.split(`<h2>${title}</h2>`)[1]?.split('</section>')[0] ?? ''

test('the status page shows build, brand, notice, files, breakers, Redis, tracing and configuration', async () => {
  const html = await look()
  expect(section(html, 'Build')).toContain(getVersion(appNode)!)
  expect(section(html, 'Build')).toMatch(/<dt>Build<\/dt><dd>\w{6,}/)
  expect(section(html, 'Brand')).toContain('Лавка &#60;b&#62;')
  expect(section(html, 'Notice')).toContain('&#60;script&#62;alert(1)')
  expect(section(html, 'Notice')).toContain('<dd>shoppers</dd>')
  expect(section(html, 'Switches')).toContain('<dt>review</dt>')
  expect(section(html, 'Route rules')).toContain('<dd>1</dd>')
  expect(section(html, 'Files')).toMatch(/<dt>notice\.json<\/dt><dd>in force since 20/)
  expect(section(html, 'Files')).toMatch(
    /<dt>landing\.json<\/dt><dd class="bad">refused at 20[^<]*titel/,
  )
  expect(section(html, 'Files')).toContain('<dt>ROUTE_RULES_FILE</dt>')
  expect(section(html, 'Files')).toContain('<dt>terms.md</dt>')
  expect(section(html, 'Breakers')).toContain('closed')
  expect(section(html, 'Redis')).toContain('<dt>state</dt><dd>in use</dd>')
  expect(section(html, 'Redis')).toContain('<dt>cache</dt><dd>not set')
  expect(section(html, 'Tracing')).toContain('<dd>on</dd>')
  for (const name of Object.keys(production.shape))
    expect(section(html, 'Configuration'), name).toContain(`<dt>${name}</dt>`)
})

test('the status page shows a breaker as open after calls to the gateways have failed', async () => {
  sandbox.sandbox.faults.add({ endpoint: '*', mode: 'status', status: 503 })
  const visitor = createVisitor(app.origin)
  for (let code = 0; code < 25; code++)
    await visitor.copy().post('/login', { phone: `7905777${String(1000 + code)}` })
  sandbox.sandbox.faults.clear()
  expect(section(await look(), 'Breakers')).toContain('<dd class="bad">open</dd>')
})

test('files of the operator that disappear stay in force, and are shown on the status page and counted', async () => {
  for (const name of ['switches.json', 'notice.json', 'rules.json']) rmSync(join(directory, name))
  const files = async () => {
    await createVisitor(app.origin).get('/')
    return section(await look(), 'Files')
  }
  for (const name of ['switches.json', 'notice.json', 'ROUTE_RULES_FILE'])
    await expect
      .poll(files)
      .toMatch(
        new RegExp(`<dt>${name}</dt><dd class="bad">refused at 20[^<]*: has gone. In force: the`),
      )
  expect(section(await look(), 'Switches')).toContain('<dt>review</dt>')
  expect((await createVisitor(app.origin).get('/promo')).headers.get('Location')).toBe('/actions')
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  for (const name of ['switches.json', 'ROUTE_RULES_FILE'])
    expect(metrics).toContain(`april_file_bad{file="${name}"} 1`)
  expect(app.log()).toMatch(/"file":"switches.json","fault":"has gone"/)
})

test('logs a file of CONTENT_DIR that nothing reads', () => {
  expect(app.log()).toMatch(/"file":"notices.json".*nothing reads this file of CONTENT_DIR/)
})

test('the status page shows secrets by name only', async () => {
  const html = await look()
  for (const word of [...secrets, redis.url]) expect(html, word).not.toContain(word)
  for (const name of [...Object.keys(CANARIES), 'REDIS_URL'])
    expect(section(html, 'Configuration')).toContain(`<dt>${name}</dt><dd>set (a secret)</dd>`)
  expect(html).toContain('https://tiles.example/{z}/{x}/{y}.png?…')
  expect(html).toContain('<dt>PASS_KEY</dt><dd>not set (a secret)</dd>')
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
  for (const path of ['/', '/metrics']) {
    const response = await exchange(
      address,
      requestBytes(address, path, { headers: { Host, Connection: 'close' } }),
    )
    expect(getStatus(response)).toBe(status)
    expect(response.includes('nodejs_version_info') || response.includes('<h2>')).toBe(
      status === 200,
    )
  }
})

test('the status page allows no script, and is served only at / of the metrics port', async () => {
  const response = await fetch(`http://127.0.0.1:${port}/`)
  expect(response.headers.get('Content-Security-Policy')).toContain(`default-src 'none'`)
  expect(response.headers.get('Cache-Control')).toBe('no-store')
  expect(await response.text()).not.toContain('<script')
  expect((await fetch(`http://127.0.0.1:${port}/other`)).status).toBe(404)
  expect((await fetch(`http://127.0.0.1:${port}/`, { method: 'POST' })).status).toBe(405)
  expect(await (await fetch(`${app.origin}/`)).text()).not.toContain('This process')
})
