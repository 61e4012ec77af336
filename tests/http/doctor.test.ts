import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import webpush from 'web-push'
import { describe, expect, test } from 'vitest'

import { startSandbox } from '../../sandbox/server'
import { freePort } from '../../scripts/local-server'
import { appEnv, startApp } from '../support/app-process'
import { untilEnd } from '../support/site'
import { command, startRedis } from '../support/redis'
import { createAuthority } from '../support/certificates'
import { close, listen } from '../support/listen'
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

  test.each<[string, Record<string, string>, string[], number]>([
    [
      'switches that are no JSON, and HTML in a document',
      { 'switches.json': '{', 'terms.md': '<!doctype html>\n<h1>Правила</h1>' },
      ['switches.json: is not JSON', 'terms.md: is HTML'],
      1,
    ],
    [
      'what it leaves out, and keys and settings that do not match',
      {
        'terms.md': '# Правила\n\n<u>Важно</u>',
        'contact.md': '# Контакты',
        'notices.json': '{}',
        'contacts.md': '# Контакты',
        '.hidden': '',
      },
      [
        'Beware: CONTENT_DIR: the page of terms.md leaves out <u>',
        'Beware: CONTENT_DIR: nothing reads contact.md',
        'Beware: CONTENT_DIR: nothing reads notices.json',
        'Beware: WORKERS: is gone',
        'is TRUST_PROXY meant?',
        'are no pair',
      ],
      0,
    ],
  ])('names %s', async (_, files, expected, status) => {
    const directory = mkdtempSync(join(tmpdir(), 'content-'))
    for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text)
    const { code, text } = await runCommand('--check-config', {
      ...healthy,
      ...{ CONTENT_DIR: directory, WORKERS: '4', TRUSTED_PROXY: '1' },
      VAPID_PUBLIC_KEY: webpush.generateVAPIDKeys().publicKey,
    })
    for (const each of expected) expect(text).toContain(each)
    expect(text).not.toMatch(/reads (contacts\.md|\.hidden)/)
    expect(code).toBe(status)
  })

  test('refuses an unknown command', async () => {
    expect((await runCommand('--chek-config', healthy)).code).toBe(1)
  })
})

/** Starts an HTTP server with this response. */
async function startOther(respond: RequestListener) {
  const server = createServer(respond)
  const port = await listen(server)
  return { port, origin: `http://127.0.0.1:${port}`, close: () => void close(server) }
}

/** What the doctor finds wrong with a setting. */
const getError = (text: string, about: string) =>
  new RegExp(`✗ ${about}: (.*)`).exec(text)?.[1] ?? ''

describe('--doctor', () => {
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

  test('runs beside the running application, and tries nothing that is switched off', async () => {
    const { PORT = '', METRICS_PORT = '' } = healthy
    const app = await startApp(sandbox.url, { PORT, METRICS_PORT })
    try {
      const { code, text } = await doctor({
        ...{ CAPTCHA_PROVIDER: 'none', OTEL_SDK_DISABLED: 'true' },
        OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
      })
      expect(text).toMatch(/✓ PORT: is in use by this application/)
      expect(text).toMatch(/✓ METRICS_PORT: is in use by this application/)
      expect(text).toMatch(/- CAPTCHA_VERIFY_URL: the server does not check/)
      expect(text).toMatch(/- OTEL_EXPORTER_OTLP_ENDPOINT: OTEL_SDK_DISABLED/)
      expect(code).toBe(0)
    } finally {
      await app.stop()
    }
  })

  test('names each service that it cannot reach, and quotes no value', async () => {
    const dead = `127.0.0.1:${await freePort()}`
    const other = await startOther((_, response) => response.end('hello'))
    const own = mkdtempSync(join(tmpdir(), 'doctor-'))
    writeFileSync(join(own, 'notice.json'), '{"text": "canary", "link": "https://canary.example"}')
    writeFileSync(join(own, 'switches.json'), '{"off": ["canary')
    const { code, text } = await doctor({
      WEB_GATEWAY_URL: `http://${dead}/webgate`,
      MAGNIT_ID_GATEWAY_URL: 'https://canary.invalid/magnit-id',
      FRAUD_PROTECTION_URL: sandbox.url.replace('http:', 'https:'),
      REDIS_URL: `redis://:canary@${dead}`,
      CAPTCHA_PROVIDER: 'smartcaptcha',
      CAPTCHA_SITE_KEY: 'key',
      CAPTCHA_SECRET_KEY: 'secret',
      CAPTCHA_VERIFY_URL: `http://${dead}/canary`,
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `http://${dead}/canary`,
      OTEL_EXPORTER_OTLP_ENDPOINT: sandbox.url,
      CONTENT_DIR: own,
      ROUTE_RULES_FILE: join(own, 'none.json'),
      METRICS_PORT: String(other.port),
    })
    other.close()
    for (const [about, error] of [
      ['WEB_GATEWAY_URL', /^ECONNREFUSED: check host, port/],
      ['MAGNIT_ID_GATEWAY_URL', /^(ENOTFOUND|EAI_AGAIN|UND_ERR_\w+TIMEOUT|23)/],
      ['FRAUD_PROTECTION_URL', /TLS|certificate/],
      ['REDIS_URL', /^ECONNREFUSED/],
      ['CAPTCHA_VERIFY_URL', /^ECONNREFUSED/],
      ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', /^ECONNREFUSED/],
      [
        'CONTENT_DIR',
        /^notice\.json: link: must be a path of this site; switches\.json: is not JSON/,
      ],
      ['ROUTE_RULES_FILE', /cannot be read/],
      ['METRICS_PORT', /^is in use by something else/],
    ] as const)
      expect(getError(text, about), about).toMatch(error)
    expect(text).not.toContain('OTEL_EXPORTER_OTLP_ENDPOINT')
    expect(text).not.toContain('canary')
    expect(code).toBe(1)
  })

  test('names addresses that are no gateway, and the wrong clock of one', async () => {
    const other = await startOther((_, response) => response.writeHead(404).end('other'))
    const ill = await startOther((_, response) => response.writeHead(503).end('other'))
    const page = await startOther((_, response) => response.end('other'))
    const late = await startOther((_, response) => {
      response.setHeader('Date', new Date(Date.now() - 600_000).toUTCString()).end()
    })
    const [one, two] = [
      await doctor({
        WEB_GATEWAY_URL: `${other.origin}/webgate`,
        MAGNIT_ID_GATEWAY_URL: `${ill.origin}/magnit-id`,
      }),
      await doctor({
        WEB_GATEWAY_URL: `${late.origin}/webgate`,
        MAGNIT_ID_GATEWAY_URL: `${page.origin}/magnit-id`,
      }),
    ]
    for (const each of [other, ill, page, late]) each.close()
    expect(getError(one.text, 'WEB_GATEWAY_URL')).toMatch(/^answers, but is no gateway: HTTP 404/)
    expect(getError(one.text, 'MAGNIT_ID_GATEWAY_URL')).toMatch(
      /^answers, but not well \(HTTP 503\)/,
    )
    expect(getError(two.text, 'MAGNIT_ID_GATEWAY_URL')).toMatch(
      /^answers, but is no gateway: HTTP 200/,
    )
    expect(two.text).toMatch(/✗ the clock: (599|600|601) s ahead of that of WEB_GATEWAY_URL/)
    expect([one.code, two.code]).toEqual([1, 1])
  })

  // Both Redis have the same check, so one run reads two errors.
  test.each([
    [
      'a user of Redis that may not run EVAL or WAIT',
      '--user default on nopass ~* +@all -eval --user april on >secret ~april:* +@all -wait',
      { CACHE_REDIS_USER: 'april', CACHE_REDIS_PASSWORD: 'secret' },
      ['says NOPERM to EVAL', 'says NOPERM to WAIT'],
    ],
    [
      'a Redis that requires a password, and one that is full',
      ['--requirepass secret', '--maxmemory 1kb --maxmemory-policy noeviction'],
      {},
      ['says NOAUTH', 'says OOM'],
    ],
    [
      'a state Redis that evicts, and a cache Redis that does not',
      ['--maxmemory 4mb --maxmemory-policy volatile-ttl', ''],
      {},
      ['evicts by volatile-ttl: set .*noeviction', 'evicts by noeviction: set .*allkeys-lru'],
    ],
  ] as const)('names %s', async (_, options, settings, [ofState, ofCache]) => {
    const list = typeof options === 'string' ? [options, options] : options
    const [state, cache] = await Promise.all(list.map((each) => startRedis(each)))
    const urls = { REDIS_URL: state!.url, CACHE_REDIS_URL: cache!.url }
    const { code, text } = await doctor({ ...urls, ...settings })
    await Promise.all([state!.stop(), cache!.stop()])
    expect(getError(text, 'REDIS_URL')).toMatch(new RegExp(`^${ofState}`))
    expect(getError(text, 'CACHE_REDIS_URL')).toMatch(new RegExp(`^${ofCache}`))
    expect(code).toBe(1)
  })

  test('names a single Redis behind an address for sentinels or for a cluster', async () => {
    const hostAndPort = redis.url.replace('redis://', '')
    const { text } = await doctor({
      REDIS_URL: `redis+sentinel://${hostAndPort}/april`,
      CACHE_REDIS_URL: `redis+cluster://${hostAndPort}`,
    })
    expect(getError(text, 'REDIS_URL')).toMatch(/^ERR unknown command/)
    expect(getError(text, 'CACHE_REDIS_URL')).toMatch(/cluster support disabled/)
  })

  test('names what does not fit in TLS to Redis: port, name, authority and our own certificate', async () => {
    const [ours, other] = [createAuthority(), createAuthority()]
    const [right, wrong] = [ours.issue('IP:127.0.0.1'), ours.issue('DNS:another.test')]
    const site = ours.issue('DNS:site')
    const start = async ({ certificate, key }: typeof right) => {
      const files = `--tls-cert-file ${certificate} --tls-key-file ${key}`
      const server = await startRedis(`${files} --tls-ca-cert-file ${ours.certificate}`)
      const port = String(await freePort())
      await command(server.url, 'CONFIG', 'SET', 'tls-port', port)
      return { server, port }
    }
    const [good, misnamed] = [await start(right), await start(wrong)]
    const secure = `rediss://127.0.0.1:${good.port}`
    const certified = {
      REDIS_CA_FILE: ours.certificate,
      REDIS_CERTIFICATE_FILE: site.certificate,
      REDIS_KEY_FILE: site.key,
    }
    try {
      for (const [settings, ofState, ofCache] of [
        [
          { ...certified, CACHE_REDIS_URL: `rediss://127.0.0.1:${misnamed.port}` },
          null,
          'ERR_TLS_CERT_ALTNAME_INVALID',
        ],
        [
          {
            ...{ ...certified, REDIS_CA_FILE: other.certificate },
            CACHE_REDIS_URL: `rediss://127.0.0.1:${good.server.port}`,
          },
          'SELF_SIGNED_CERT_IN_CHAIN',
          'TLS',
        ],
        [
          {
            REDIS_CA_FILE: ours.certificate,
            CACHE_REDIS_URL: `redis://127.0.0.1:${good.port}`,
          },
          'ALERT_CERTIFICATE_REQUIRED',
          'TLS',
        ],
      ] as const) {
        const { text } = await doctor({ REDIS_URL: secure, ...settings })
        if (ofState) expect(getError(text, 'REDIS_URL')).toContain(ofState)
        else expect(text).toMatch(/✓ REDIS_URL: writes, reads and deletes/)
        expect(getError(text, 'CACHE_REDIS_URL')).toContain(ofCache)
      }
    } finally {
      await Promise.all([good.server.stop(), misnamed.server.stop()])
    }
  })

  test('names a Redis that hangs, and route rules that are no JSON', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'doctor-')), 'rules.json')
    writeFileSync(file, '{')
    redis.pause()
    const { code, text } = await doctor({ ROUTE_RULES_FILE: file })
    redis.resume()
    expect(getError(text, 'REDIS_URL')).toMatch(/^(gives no answer in time|ETIMEDOUT)/)
    expect(getError(text, 'ROUTE_RULES_FILE')).toMatch(/^the file is no JSON/)
    expect(code).toBe(1)
  })

  test('prints errors of the configuration itself', async () => {
    const { code, text } = await doctor({ SESSION_SECRETS: 'canary' })
    expect(code).toBe(1)
    expect(text).toContain('✗ The configuration has errors')
    expect(text).toContain('SESSION_SECRETS')
    expect(text).not.toContain('canary')
  })
})
