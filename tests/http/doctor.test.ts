import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import webpush from 'web-push'
import { describe, expect, test } from 'vitest'

import { startSandbox } from '../../sandbox/server'
import { freePort } from '../../scripts/local-server'
import { appEnv, startApp } from '../support/app-process'
import { untilEnd } from '../support/site'
import { command, startRedis } from '../support/redis'
import { createAuthority } from '../support/redis-certificates'
import { runCommand } from '../support/run-command'

const sandbox = untilEnd(await startSandbox({ port: 0 }))
const redis = untilEnd(await startRedis())
const directory = mkdtempSync(join(tmpdir(), 'doctor-'))
writeFileSync(join(directory, 'terms.md'), '# Правила')
const rules = join(directory, 'rules.json')
writeFileSync(rules, '[{ "from": "/old", "to": "/today" }]')
const { publicKey, privateKey } = webpush.generateVAPIDKeys()
const healthy = {
  ...appEnv(sandbox.url),
  PORT: String(await freePort()),
  METRICS_PORT: String(await freePort()),
  PUBLIC_ORIGIN: 'http://localhost:3998',
  REDIS_URL: redis.url,
  CONTENT_DIR: directory,
  ROUTE_RULES_FILE: rules,
  VAPID_PUBLIC_KEY: publicKey,
  VAPID_PRIVATE_KEY: privateKey,
  VAPID_SUBJECT: 'mailto:push@shop.test',
  SUPPORT_EMAIL: 'help@shop.test',
  SUPPORT_BOT_URL: 'https://bot.shop.test',
  PUSH_RELAY_TOKEN: 'a-relay-token-of-the-tests-that-is-long',
}

const doctor = (changes: Record<string, string> = {}) =>
  runCommand('--doctor', { ...healthy, ...changes })

const unsafe = () => [
  healthy.SESSION_SECRETS,
  healthy.VAPID_PRIVATE_KEY,
  healthy.PUSH_RELAY_TOKEN,
  redis.url,
]

describe('--check-config', () => {
  test('accepts a good configuration', async () => {
    expect(await runCommand('--check-config', healthy)).toEqual({
      code: 0,
      text: 'The configuration is fine.\n',
    })
  })

  test('names every invalid setting, and prints no value', async () => {
    const { code, text } = await runCommand('--check-config', {
      ...healthy,
      PUBLIC_ORIGIN: 'canary',
      GATEWAY_TIMEOUT_MS: 'canary',
      ANALYTICS_URL: 'https://collector.example',
    })
    expect(code).toBe(1)
    for (const name of ['PUBLIC_ORIGIN', 'GATEWAY_TIMEOUT_MS', 'ANALYTICS_WRITE_KEY'])
      expect(text).toContain(name)
    expect(text).not.toContain('canary')
    expect(text).not.toContain(' at ')
  })

  test.each<[string, Record<string, string>, string, number]>([
    [
      'a file of switches that is no JSON',
      { 'switches.json': '{' },
      'switches.json: is not JSON',
      1,
    ],
    [
      'HTML in a document',
      { 'terms.md': '<!doctype html>\n<h1>Правила</h1>' },
      'terms.md: is HTML',
      1,
    ],
    [
      'markup that a page leaves out',
      { 'terms.md': '# Правила\n\n<u>Важно</u>' },
      'Beware: CONTENT_DIR: the page of terms.md leaves out <u>',
      0,
    ],
    ['a setting that is gone', {}, 'Beware: WORKERS: is gone', 0],
    ['a misspelt setting', {}, 'is TRUST_PROXY meant?', 0],
  ])('names %s', async (_, files, expected, status) => {
    const directory = mkdtempSync(join(tmpdir(), 'content-'))
    for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text)
    const settings = { CONTENT_DIR: directory, WORKERS: '4', TRUSTED_PROXY: '1' }
    const { code, text } = await runCommand('--check-config', { ...healthy, ...settings })
    expect(text).toContain(expected)
    expect(code).toBe(status)
  })

  test('names unread files of CONTENT_DIR, and keys that do not match', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'content-'))
    for (const name of ['contact.md', 'notices.json', 'contacts.md', '.hidden'])
      writeFileSync(join(directory, name), '# Контакты')
    const { code, text } = await runCommand('--check-config', {
      ...healthy,
      CONTENT_DIR: directory,
      VAPID_PUBLIC_KEY: webpush.generateVAPIDKeys().publicKey,
    })
    expect(code).toBe(0)
    expect(text).toContain('Beware: CONTENT_DIR: nothing reads contact.md')
    expect(text).toContain('Beware: CONTENT_DIR: nothing reads notices.json')
    expect(text).not.toMatch(/reads (contacts\.md|\.hidden)/)
    expect(text).toContain('are no pair')
  })

  test('refuses an unknown command', async () => {
    expect((await runCommand('--chek-config', healthy)).code).toBe(1)
  })
})

describe('--doctor', () => {
  test.each([
    [404, 'answers, but is no gateway: HTTP 404'],
    [200, 'answers, but is no gateway: HTTP 200'],
    [503, 'answers, but not well (HTTP 503)'],
  ])('names an address that is no gateway and responds with %i', async (status, message) => {
    const other = createServer((_, response) => response.writeHead(status).end('other'))
    other.listen(0, '127.0.0.1')
    await once(other, 'listening')
    const origin = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
    const { code, text } = await doctor({
      WEB_GATEWAY_URL: `${origin}/webgate`,
      MAGNIT_ID_GATEWAY_URL: `${origin}/magnit-id`,
    })
    other.close()
    expect(text).toContain(`✗ WEB_GATEWAY_URL: ${message}`)
    expect(text).toContain(`✗ MAGNIT_ID_GATEWAY_URL: ${message}`)
    expect(code).toBe(1)
  })

  test('finds nothing wrong with a healthy installation', async () => {
    const { code, text } = await doctor()
    expect(text).not.toContain('✗')
    expect(code).toBe(0)
    for (const line of [
      /✓ WEB_GATEWAY_URL: answers as a gateway does: HTTP 401 without a token/,
      /✓ MAGNIT_ID_GATEWAY_URL: answers/,
      /✓ FRAUD_PROTECTION_URL: answers/,
      /✓ CAPTCHA_VERIFY_URL: answers/,
      /✓ REDIS_URL: writes, reads and deletes, version \d+\./,
      /✓ the push keys: are a pair/,
      /✓ CONTENT_DIR: 1 texts can be read/,
      /✓ ROUTE_RULES_FILE: 1 rules/,
      /✓ METRICS_PORT: is free/,
      /- SENTRY_DSN: is not set/,
    ])
      expect(text).toMatch(line)
    for (const secret of unsafe()) expect(text).not.toContain(secret)
  })

  test('runs beside the running application', async () => {
    const { PORT = '', METRICS_PORT = '' } = healthy
    const app = await startApp(sandbox.url, { PORT, METRICS_PORT })
    try {
      const { code, text } = await doctor()
      expect(text).toMatch(/✓ PORT: is in use by this application/)
      expect(text).toMatch(/✓ METRICS_PORT: is in use by this application/)
      expect(code).toBe(0)
    } finally {
      await app.stop()
    }
  })

  test("names errors of the operator's files without quoting them", async () => {
    const own = mkdtempSync(join(tmpdir(), 'doctor-'))
    writeFileSync(join(own, 'notice.json'), '{"text": "canary", "link": "https://canary.example"}')
    writeFileSync(join(own, 'switches.json'), '{"off": ["canary')
    const { code, text } = await doctor({ CONTENT_DIR: own })
    expect(code).toBe(1)
    expect(text).toContain(
      '✗ CONTENT_DIR: notice.json: link: must be a path of this site; switches.json: is not JSON',
    )
    expect(text).not.toContain('canary')
  })

  test('names the failed connection, DNS or TLS of each unreachable gateway', async () => {
    const dead = `http://127.0.0.1:${await freePort()}`
    const { code, text } = await doctor({
      WEB_GATEWAY_URL: `${dead}/webgate`,
      MAGNIT_ID_GATEWAY_URL: 'https://canary.invalid/magnit-id',
      FRAUD_PROTECTION_URL: sandbox.url.replace('http:', 'https:'),
    })
    expect(code).toBe(1)
    expect(text).toMatch(/✗ WEB_GATEWAY_URL: ECONNREFUSED: check host, port/)
    expect(text).toMatch(/✗ MAGNIT_ID_GATEWAY_URL: (ENOTFOUND|EAI_AGAIN|UND_ERR_\w+TIMEOUT|23)/)
    expect(text).toMatch(/✗ FRAUD_PROTECTION_URL: .*(TLS|certificate)/)
    expect(text).not.toContain('canary')
    expect(text).toMatch(/✓ REDIS_URL/)
  })

  test('tries the captcha provider and the trace collector, unless they are switched off', async () => {
    const dead = `http://127.0.0.1:${await freePort()}/canary`
    const whole = await doctor({
      CAPTCHA_PROVIDER: 'smartcaptcha',
      CAPTCHA_SITE_KEY: 'key',
      CAPTCHA_SECRET_KEY: 'secret',
      CAPTCHA_VERIFY_URL: dead,
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: dead,
      OTEL_EXPORTER_OTLP_ENDPOINT: sandbox.url,
    })
    expect(whole.text).toMatch(/✗ CAPTCHA_VERIFY_URL: ECONNREFUSED/)
    expect(whole.text).toMatch(/✗ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: ECONNREFUSED/)
    expect(whole.text).not.toContain('OTEL_EXPORTER_OTLP_ENDPOINT')
    expect(whole.text).not.toContain('canary')
    const off = { CAPTCHA_PROVIDER: 'none', OTEL_SDK_DISABLED: 'true' }
    const { code, text } = await doctor({ ...off, OTEL_EXPORTER_OTLP_ENDPOINT: dead })
    expect(text).toMatch(/- CAPTCHA_VERIFY_URL: the server does not check/)
    expect(text).toMatch(/- OTEL_EXPORTER_OTLP_ENDPOINT: OTEL_SDK_DISABLED/)
    expect(code).toBe(0)
  })

  test('finds a wrong clock', async () => {
    const gateway = createServer((_, response) => {
      response.setHeader('Date', new Date(Date.now() - 600_000).toUTCString())
      response.end()
    }).listen(0, '127.0.0.1')
    await once(gateway, 'listening')
    const { port } = gateway.address() as AddressInfo
    const { code, text } = await doctor({ WEB_GATEWAY_URL: `http://127.0.0.1:${port}/webgate` })
    gateway.close()
    expect(text).toMatch(/✗ the clock: (599|600|601) s ahead of that of WEB_GATEWAY_URL/)
    expect(code).toBe(1)
  })

  test('finds a Redis that is down, and one that hangs', async () => {
    const away = await doctor({ REDIS_URL: `redis://:canary@127.0.0.1:${await freePort()}` })
    expect(away.text).toMatch(/✗ REDIS_URL: ECONNREFUSED/)
    expect(away.text).not.toContain('canary')
    redis.pause()
    const hanging = await doctor()
    redis.resume()
    expect(hanging.text).toMatch(/✗ REDIS_URL: (gives no answer in time|ETIMEDOUT)/)
    expect([away.code, hanging.code]).toEqual([1, 1])
  })

  test.each([
    ['--requirepass secret', 'says NOAUTH'],
    ['--maxmemory 1kb --maxmemory-policy noeviction', 'says OOM'],
  ])('prints the error of a Redis that refuses commands: %s', async (message, expected) => {
    const refusing = await startRedis(undefined, message)
    const { code, text } = await doctor({ REDIS_URL: refusing.url })
    await refusing.stop()
    expect(text).toContain(`✗ REDIS_URL: ${expected}`)
    expect(code).toBe(1)
  })

  test('names what does not fit in TLS to Redis: port, name, authority and our own certificate', async () => {
    const [ours, other] = [createAuthority(), createAuthority()]
    const [right, wrong] = [ours.issue('IP:127.0.0.1'), ours.issue('DNS:another.test')]
    const site = ours.issue('DNS:site')
    const start = async ({ certificate, key }: typeof right) => {
      const files = `--tls-cert-file ${certificate} --tls-key-file ${key}`
      const server = await startRedis(undefined, `${files} --tls-ca-cert-file ${ours.certificate}`)
      const port = String(await freePort())
      await command(server.url, 'CONFIG', 'SET', 'tls-port', port)
      return { server, port }
    }
    const [good, misnamed] = [await start(right), await start(wrong)]
    const whole = {
      REDIS_URL: `rediss://127.0.0.1:${good.port}`,
      REDIS_CA_FILE: ours.certificate,
      REDIS_CERTIFICATE_FILE: site.certificate,
      REDIS_KEY_FILE: site.key,
    }
    const { REDIS_CERTIFICATE_FILE: _, REDIS_KEY_FILE: __, ...bare } = whole
    try {
      expect((await doctor(whole)).text).toMatch(/✓ REDIS_URL: writes, reads and deletes/)
      for (const [settings, message] of [
        [
          { ...whole, REDIS_URL: `rediss://127.0.0.1:${misnamed.port}` },
          'ERR_TLS_CERT_ALTNAME_INVALID',
        ],
        [{ ...whole, REDIS_CA_FILE: other.certificate }, 'SELF_SIGNED_CERT_IN_CHAIN'],
        [bare, 'ALERT_CERTIFICATE_REQUIRED'],
        [{ REDIS_URL: `redis://127.0.0.1:${good.port}` }, 'TLS'],
        [{ ...whole, REDIS_URL: `rediss://127.0.0.1:${good.server.port}` }, 'TLS'],
      ] as const) {
        const { code, text } = await doctor(settings)
        expect([code, /✗ REDIS_URL: (.*)/.exec(text)?.[1]]).toEqual([
          1,
          expect.stringContaining(message),
        ])
      }
    } finally {
      await Promise.all([good.server.stop(), misnamed.server.stop()])
    }
  }, 90_000)

  test('names the command that a user of Redis may not run', async () => {
    const forbidding = await startRedis(
      undefined,
      '--user default on nopass ~* +@all -eval --user april on >secret ~april:* +@all -wait',
    )
    const own = { REDIS_USER: 'april', REDIS_PASSWORD: 'secret' }
    const texts = [
      (await doctor({ REDIS_URL: forbidding.url })).text,
      (await doctor({ REDIS_URL: forbidding.url, ...own })).text,
    ]
    await forbidding.stop()
    expect(texts[0]).toMatch(/✗ REDIS_URL: says NOPERM to EVAL/)
    expect(texts[1]).toMatch(/✗ REDIS_URL: says NOPERM to WAIT/)
  })

  test('reports a single Redis behind an address for sentinels or for a cluster', async () => {
    const getFault = async (url: string) =>
      /✗ REDIS_URL: (.*)/.exec((await doctor({ REDIS_URL: url })).text)?.[1]
    const hostAndPort = redis.url.replace('redis://', '')
    expect(await getFault(`redis+sentinel://${hostAndPort}/april`)).toMatch(/^ERR unknown command/)
    expect(await getFault(`redis+cluster://${hostAndPort}`)).toMatch(/cluster support disabled/)
  })

  test('finds a state Redis that evicts, and a cache Redis that does not', async () => {
    const evicting = await startRedis(undefined, '--maxmemory 4mb --maxmemory-policy volatile-ttl')
    const state = await doctor({ REDIS_URL: evicting.url, CACHE_REDIS_URL: redis.url })
    await evicting.stop()
    expect(state.text).toMatch(/✗ REDIS_URL: evicts by volatile-ttl: set .*noeviction/)
    expect(state.text).toMatch(/✗ CACHE_REDIS_URL: evicts by noeviction: set .*allkeys-lru/)
    expect(state.code).toBe(1)
  })

  test('finds route rules that are unreadable, no JSON, or circular', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'doctor-')), 'rules.json')
    const messageFor = async (text: string) => {
      writeFileSync(file, text)
      return (await doctor({ ROUTE_RULES_FILE: file })).text
    }
    expect((await doctor({ ROUTE_RULES_FILE: `${file}.gone` })).text).toMatch(/✗ .*cannot be read/)
    expect(await messageFor('{')).toMatch(/✗ ROUTE_RULES_FILE: the file is no JSON/)
    expect(await messageFor('[{ "from": "/a", "to": "/a" }]')).toMatch(/✗ .*leads in circles/)
  })

  test('finds a port that is in use', async () => {
    const other = createServer((_, response) => response.end('hello')).listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const { code, text } = await doctor({ METRICS_PORT: String(port) })
    other.close()
    other.closeAllConnections()
    expect(text).toMatch(/✗ METRICS_PORT: is in use by something else/)
    expect(code).toBe(1)
  })

  test('prints errors of the configuration itself', async () => {
    const { code, text } = await doctor({ SESSION_SECRETS: 'canary' })
    expect(code).toBe(1)
    expect(text).toContain('✗ The configuration has faults')
    expect(text).toContain('SESSION_SECRETS')
    expect(text).not.toContain('canary')
  })
})
