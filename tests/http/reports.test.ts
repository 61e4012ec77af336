import { readdirSync, readFileSync } from 'node:fs'

import { beforeEach, describe, expect, test } from 'vitest'

import { freePort } from '../../scripts/local-server'
import { startErrorService } from '../support/error-service'
import { startSite } from '../support/site'

const { received, dsn } = await startErrorService()
const metricsPort = await freePort()
const { app, guest } = await startSite({
  METRICS_PORT: String(metricsPort),
  SENTRY_DSN: dsn,
  RELEASE: 'release-7',
  ADDRESS_LIMIT_FACTOR: '1',
})
const visitor = guest()

beforeEach(() => {
  received.length = 0
})

async function count(sample: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  const line = text.split('\n').find((each) => each.startsWith(`${sample} `))
  return Number(line?.split(' ')[1] ?? 0)
}

let nextLine = 1
/** The sent phone in any spelling. */
const PHONE = /444\D{0,2}00\D{0,2}11/

/** An error in a file of the build, at a new line each time. */
const errorReport = (more: object = {}) => ({
  where: 'browser',
  what: 'script',
  name: 'TypeError',
  message: `No balance for +7 (905) 444-00-11, line ${nextLine}`,
  stack: `TypeError: canary-in-stack\n    at show (${app.origin}/assets/today-82442421.js:${nextLine++}:17)\n    at x (${app.origin}/assets/79054440011-AbCdEf12.js:1:1)\n    at https://evil.example/x.js:1:1\n    at ${app.origin}/profile/canary:3:4`,
  build: 'build-1',
  ...more,
})

describe('an error of a browser', () => {
  test('reaches the service scrubbed, with file and line, release and build', async () => {
    const answer = await visitor.postJson('/errors', errorReport())
    expect(answer.status).toBe(204)
    await expect.poll(() => received).toHaveLength(1)
    const [text = ''] = received
    for (const part of [
      '"type":"TypeError"',
      'No balance for …, line',
      'app:///build/client/assets/today-82442421.js',
      '"function":"show"',
      '"platform":"javascript"',
      '"release":"release-7"',
      '"build":"build-1"',
    ])
      expect(text).toContain(part)
    for (const canary of [PHONE, 'canary', 'evil.example', '/profile', '"user"', 'server_name'])
      expect(text).not.toMatch(canary)
  })

  test('of the service worker is reported and counted as one of the worker', async () => {
    const before = await count('april_faults_total{where="worker"}')
    await visitor.postJson('/errors', errorReport({ where: 'worker', what: 'service worker' }))
    await expect.poll(() => received).toHaveLength(1)
    expect(received[0]).toContain('"where":"worker"')
    expect(await count('april_faults_total{where="worker"}')).toBe(before + 1)
  })

  test('is in the log as well, without its personal parts', () => {
    const lines = app
      .log()
      .split('\n')
      .filter((line) => line.includes('browser error'))
    expect(lines.length).toBeGreaterThan(1)
    expect(lines[0]).toContain('today-82442421.js:1:17')
    for (const canary of ['canary', 'evil.example', PHONE]) expect(lines.join()).not.toMatch(canary)
  })
})

describe('a report of the content security policy', () => {
  const older = {
    'csp-report': {
      'document-uri': `https://shop.example/profile/canary`,
      'effective-directive': 'img-src',
      'blocked-uri': 'https://pictures.example/a.png?phone=79054440011',
    },
  }
  const send = (body: unknown, type = 'application/csp-report') =>
    visitor.postJson('/csp-reports', body, { 'content-type': type, origin: 'null' })

  test('is refused when it is large or of another type', async () => {
    expect((await send({ ...older, padding: 'x'.repeat(20_000) })).status).toBe(413)
    expect((await send(older, 'application/x-www-form-urlencoded')).status).toBe(415)
  })

  test('is accepted sixty times a minute from one address', async () => {
    const statuses = new Set<number>()
    for (let time = 0; time < 70; time++) statuses.add((await send(older)).status)
    expect([...statuses]).toEqual([204, 429])
  })
})

describe('source maps', () => {
  const files = readdirSync('build/client/assets')

  test('are built for the error service and never served', async () => {
    const maps = files.filter((file) => file.endsWith('.js.map'))
    expect(maps.length).toBeGreaterThan(20)
    for (const path of [...maps.map((file) => `/assets/${file}`), '/sw.js.map'])
      expect((await visitor.get(path)).status, path).toBe(404)
  })

  test('are named by no served file', () => {
    for (const file of files.filter((each) => each.endsWith('.js')))
      expect(readFileSync(`build/client/assets/${file}`, 'utf8')).not.toContain('sourceMappingURL')
    expect(readFileSync('build/client/sw.js', 'utf8')).not.toContain('sourceMappingURL')
  })
})
