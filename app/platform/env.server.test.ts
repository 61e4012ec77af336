import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import webpush from 'web-push'

import { createPassAuthority } from '../../tests/support/pass-authority'
import { createAuthority } from '../../tests/support/certificates'
import { configurationWarnings } from './env.server'
import { ConfigurationError, parseEnv } from './parse-env.server'

const SECRET = 'a-secret-that-is-at-least-32-characters'
const getKey = (bytes: number) => Buffer.alloc(bytes, 1).toString('base64url')
const push = {
  VAPID_PUBLIC_KEY: getKey(65),
  VAPID_PRIVATE_KEY: getKey(32),
  PUSH_RELAY_TOKEN: 'a-relay-token-of-the-tests-that-is-long',
}
const authority = createAuthority()
const [ourCertificate, otherKey] = [
  authority.issue('DNS:one').certificate,
  authority.issue('DNS:two').key,
].map((file) => readFileSync(file, 'utf8'))
const subjectOfPush = { VAPID_SUBJECT: 'mailto:push@april.example' }
const complete = {
  PUBLIC_ORIGIN: 'https://april.example',
  WEB_GATEWAY_URL: 'https://gateway.example/webgate',
  MAGNIT_ID_GATEWAY_URL: 'https://gateway.example/magnit-id',
  SESSION_SECRETS: SECRET,
}

const getWarnings = (source: object = {}) =>
  configurationWarnings(parseEnv({ ...complete, ...source })).join()

function getErrors(source: Record<string, string | undefined>): string[] {
  try {
    parseEnv(source)
  } catch (error) {
    if (error instanceof ConfigurationError) return error.errors
    throw error
  }
  return []
}

/** The names of the wrong settings. */
const getNames = (source: object) =>
  getErrors({ ...complete, ...source }).map((error) => error.split(':')[0])

test.each([
  ['PUBLIC_ORIGIN', 'https://апрель.рф', 'https://xn--80aksof8e.xn--p1ai'],
  ['PUBLIC_ORIGIN', 'HTTPS://April.Example', 'https://april.example'],
  ['PUBLIC_ORIGIN', 'https://april.example:443/', 'https://april.example'],
  ['PUBLIC_ORIGIN', 'https://april.example:8443', 'https://april.example:8443'],
  ['WEB_GATEWAY_URL', 'https://Шлюз.РФ:443/webgate', 'https://xn--g1ah2bza.xn--p1ai/webgate'],
  ['IMAGE_ORIGINS', 'https://картинки.рф', ['https://xn--80aqafcrtq.xn--p1ai']],
  ['SUPPORT_BOT_URL', 'https://бот.рф/Start?a=Б', 'https://xn--90a0am.xn--p1ai/Start?a=Б'],
  ['SUPPORT_EMAIL', 'help@апрель.рф', 'help@xn--80aksof8e.xn--p1ai'],
  ['SENTRY_DSN', 'https://Key@Errors.Example/1', 'https://Key@errors.example/1'],
  [
    'MAP_TILES_URL',
    'https://карта.рф/{z}/{x}/{y}.png',
    'https://xn--80aa2azak.xn--p1ai/{z}/{x}/{y}.png',
  ],
])('1.12, 2.51: reads %s in the spelling %s as %j', (name, text, value) => {
  const read = parseEnv({ ...complete, [name]: text }) as unknown as Record<string, unknown>
  expect(read[name]).toEqual(value)
})

describe('the configuration', () => {
  test('is valid with only the four required variables', () => {
    expect(parseEnv(complete)).toMatchObject({
      isProduction: true,
      PORT: 3000,
      BRAND_NAME: 'Апрель',
      SESSION_SECRETS: [SECRET],
      CAPTCHA_SCRIPT_URL: 'https://smartcaptcha.yandexcloud.net/captcha.js',
    })
  })

  test('reports all errors at once', () => {
    const errors = getErrors({ PORT: 'many', CAPTCHA_PROVIDER: 'riddle' })
    expect(errors.map((error) => error.split(':')[0]).sort()).toEqual([
      'CAPTCHA_PROVIDER',
      'MAGNIT_ID_GATEWAY_URL',
      'PORT',
      'PUBLIC_ORIGIN',
      'SESSION_SECRETS',
      'WEB_GATEWAY_URL',
    ])
  })

  test('requires a valid key with the address of analytics, and never prints the key', () => {
    const ANALYTICS_URL = 'https://events.example/v1/batch'
    const ANALYTICS_WRITE_KEY = 'a key with spaces'
    expect(getErrors({ ...complete, ANALYTICS_URL })).toEqual([
      'ANALYTICS_WRITE_KEY: is required with the other settings of analytics',
    ])
    const errors = getErrors({ ...complete, ANALYTICS_URL, ANALYTICS_WRITE_KEY })
    expect(errors).toHaveLength(1)
    expect(errors[0]).toMatch(/^ANALYTICS_WRITE_KEY/)
    expect(errors[0]).not.toContain(ANALYTICS_WRITE_KEY)
    expect(parseEnv({ ...complete, ANALYTICS_URL, ANALYTICS_WRITE_KEY: 'key' })).toMatchObject({
      ANALYTICS_URL,
    })
  })

  test('requires all settings of push or none', () => {
    expect(getNames(subjectOfPush)).toEqual([
      'VAPID_PUBLIC_KEY',
      'VAPID_PRIVATE_KEY',
      'PUSH_RELAY_TOKEN',
    ])
    expect(getNames({ PUSH_SERVICES: 'https://push.example' })).toEqual(['PUSH_SERVICES'])
    expect(parseEnv(complete).PUSH_SERVICES).toContain('*.push.apple.com')
  })

  test('accepts lists of push keys with as many private as public ones', () => {
    const [publicKey, privateKey] = [getKey(65), getKey(32)]
    const push = {
      ...subjectOfPush,
      VAPID_PUBLIC_KEY: `${publicKey}, ${publicKey}`,
      VAPID_PRIVATE_KEY: `${privateKey},${privateKey}`,
      PUSH_RELAY_TOKEN: `${'a'.repeat(32)}, ${'b'.repeat(32)}`,
    }
    expect(parseEnv({ ...complete, ...push })).toMatchObject({
      VAPID_PUBLIC_KEY: [publicKey, publicKey],
      PUSH_RELAY_TOKEN: ['a'.repeat(32), 'b'.repeat(32)],
    })
    const names = (change: object) => getNames({ ...push, ...change })
    expect(names({ VAPID_PRIVATE_KEY: privateKey })).toEqual(['VAPID_PRIVATE_KEY'])
    expect(names({ VAPID_PUBLIC_KEY: `${publicKey},` })).toContain('VAPID_PUBLIC_KEY')
    expect(names({ PUSH_RELAY_TOKEN: `${'a'.repeat(32)},short` })).toEqual(['PUSH_RELAY_TOKEN'])
  })

  test('never prints a value', () => {
    const errors = getErrors({ ...complete, SESSION_SECRETS: 'canary', REDIS_URL: 'canary' })
    expect(errors).toHaveLength(2)
    expect(errors.join()).not.toContain('canary')
  })

  test.each([
    ['PUBLIC_ORIGIN', 'http://april.example'],
    ['IMAGE_ORIGINS', 'https://pictures.example/goods'],
    ['MAP_TILES_URL', 'https://tiles.example/{z}/{x}.png'],
    ['MAP_TILES_URL', 'https://tiles.example, https://b.example/{z}/{x}/{y}.png'],
    ['MAP_TILES_URL', 'https://tiles.example;x/{z}/{x}/{y}.png'],
    ['MAP_TILES_URL', 'https://tiles.example/{z}/{x}/{y}.png?key={apikey}'],
    ['PUBLIC_ORIGIN', 'https://april.example/shop'],
    ['WEB_GATEWAY_URL', 'https://gateway.example/other'],
    ['WEB_GATEWAY_URL', 'https://gateway.example/?to=/webgate'],
    ['WEB_GATEWAY_URL', 'https://user:word@gateway.example/webgate'],
    ['CLIENT_NAME', 'магазин'],
    ['SENTRY_DSN', 'https://sentry.example/1'],
    ['SENTRY_DSN', 'https://key@sentry.example'],
    ['MAGNIT_ID_GATEWAY_URL', 'ftp://gateway.example/magnit-id'],
    ['GATEWAY_TIMEOUT_MS', '5'],
    ['SESSION_SECRETS', `${SECRET},short`],
    ['REDIS_URL', 'http://redis'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'Authorization=Bearer%'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'canary'],
    ['SUPPORT_BOT_URL', 'javascript:alert(1)'],
    ['SUPPORT_PHONE', 'abc'],
    ['SUPPORT_PHONE', '12'],
    ['SUPPORT_PHONE', '+'],
    ['SUPPORT_PHONE', '8 800 000-00-00 доб. 1'],
    ['SUPPORT_PHONE', '8 800 000-00-00 (123)'],
    ['SUPPORT_PHONE', '+7 495 123-45-67 8'],
    ['SUPPORT_PHONE', '1'.repeat(16)],
  ])('refuses %s=%s', (name, value) => {
    expect(getErrors({ ...complete, [name]: value })[0]).toContain(name)
  })

  test.each([
    [{ GATEWAY_TIMEOUT_MS: 'soon' }, 'GATEWAY_TIMEOUT_MS: must be a number'],
    [{ ADDRESS_LIMIT_FACTOR: 'NaN' }, 'ADDRESS_LIMIT_FACTOR: must be a number'],
    [{ PORT: '80.5' }, 'PORT: must be a whole number'],
    [{ DRAIN_SECONDS: '-4' }, 'DRAIN_SECONDS: must be at least 0'],
    [{ METRICS_PORT: '99999' }, 'METRICS_PORT: must be at most 65535'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL: must be one of trace, debug'],
  ])('says what a value must be, not what a library received: %j', (settings, message) => {
    const [error] = getErrors({ ...complete, ...settings })
    expect(error).toContain(message)
  })

  test('allows plain http for localhost', () => {
    expect(getErrors({ ...complete, PUBLIC_ORIGIN: 'http://localhost:3000' })).toEqual([])
  })

  test('never falls back to the sandbox in production', () => {
    expect(getErrors({})).toContain('WEB_GATEWAY_URL: is required')
    expect(parseEnv({ NODE_ENV: 'development' }).WEB_GATEWAY_URL).toContain('127.0.0.1')
  })

  test('reads secrets from files, too', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'env-')), 'secrets')
    writeFileSync(file, `${SECRET}\n`)
    const { SESSION_SECRETS: _, ...rest } = complete
    expect(parseEnv({ ...rest, SESSION_SECRETS_FILE: file }).SESSION_SECRETS).toEqual([SECRET])
    // The line break at a file's end is no part of a password.
    expect(parseEnv({ ...complete, CAPTCHA_SECRET_KEY_FILE: file }).CAPTCHA_SECRET_KEY).toBe(SECRET)
    expect(getErrors({ ...rest, SESSION_SECRETS_FILE: '/nowhere' })).toContain(
      'SESSION_SECRETS_FILE: the file cannot be read',
    )
  })

  test('trusts no proxy without a configured number or network', () => {
    const trusted = (value?: string) =>
      parseEnv(value === undefined ? complete : { ...complete, TRUST_PROXY: value }).TRUST_PROXY
    expect(trusted()).toBe(0)
    expect(trusted('2')).toBe(2)
    expect(trusted('10.0.0.0/8, 192.0.2.1 2001:db8::/32')).toEqual([
      '10.0.0.0/8',
      '192.0.2.1',
      '2001:db8::/32',
    ])
    for (const wrong of ['true', '-1', '10.0.0.0/33', '10.0.0', 'proxy.local', '1/2/3', '10'])
      expect(getErrors({ ...complete, TRUST_PROXY: wrong })[0], wrong).toContain('TRUST_PROXY')
  })

  test.each([
    ['2', true],
    ['1', false],
    ['10.0.0.0/8 192.0.2.1', false],
  ])(
    'with TRUST_PROXY=%s warns of addresses that visitors may claim: %s',
    (TRUST_PROXY, isOpen) => {
      const warning = 'TRUST_PROXY: is a number above 1'
      expect(getWarnings({ TRUST_PROXY }).includes(warning)).toBe(isOpen)
    },
  )

  test('warns when neither captcha nor fraud protection is set', () => {
    const none = { CAPTCHA_PROVIDER: 'none' }
    expect(getWarnings(none)).toContain('CAPTCHA_PROVIDER, FRAUD_PROTECTION_URL')
    const FRAUD_PROTECTION_URL = 'https://fraud.example/fraud'
    expect(getWarnings({ ...none, FRAUD_PROTECTION_URL })).not.toContain('CAPTCHA_PROVIDER')
  })

  test('requires all settings of passes, and a key that is one', () => {
    const { settings } = createPassAuthority()
    expect(getErrors({ ...complete, ...settings })).toEqual([])
    const { PASS_WWDR_FILE: _, ...lacking } = settings
    expect(getErrors({ ...complete, ...lacking })).toEqual([
      'PASS_WWDR: is required with the other settings of passes',
    ])
    const wrong = { ...settings, PASS_KEY_FILE: settings.PASS_CERTIFICATE_FILE }
    expect(getErrors({ ...complete, ...wrong })[0]).toMatch(/^PASS_KEY: must be an RSA key in PEM/)
  })

  test('refuses one Redis for both roles, because their eviction policies differ', () => {
    const url = 'redis://user:canary@redis.example:6379'
    const errors = getErrors({ ...complete, REDIS_URL: url, CACHE_REDIS_URL: url })
    expect(errors).toEqual([expect.stringMatching(/^CACHE_REDIS_URL: must be another Redis/)])
    expect(errors.join()).not.toContain('canary')
  })

  test.each([
    [{ REDIS_URL: 'redis://:inside@one', REDIS_PASSWORD: 'canary' }, 'REDIS_PASSWORD: set both'],
    [{ REDIS_URL: 'redis://one', REDIS_USER: 'canary' }, 'REDIS_PASSWORD: is required'],
    [{ REDIS_URL: 'rediss://one', REDIS_CA: 'canary' }, 'REDIS_CA: must be a certificate'],
    [{ REDIS_URL: 'redis://one', REDIS_CA: ourCertificate }, 'REDIS_CA: is of no use'],
    [{ REDIS_URL: 'rediss://one', REDIS_CERTIFICATE: ourCertificate }, 'REDIS_KEY: is required'],
    [
      { REDIS_URL: 'rediss://one', REDIS_CERTIFICATE: ourCertificate, REDIS_KEY: otherKey },
      'REDIS_KEY: is not the key of REDIS_CERTIFICATE',
    ],
  ])(
    'reports one error, without values, for Redis settings that do not fit together: %#',
    (settings, error) => {
      const errors = getErrors({ ...complete, ...settings })
      expect(errors).toEqual([expect.stringContaining(error)])
      expect(errors.join()).not.toContain('canary')
    },
  )

  test('lets the address of sentinels have a password beside that of Redis', () => {
    const address = 'redis+sentinel://:theirs@one/april'
    expect(getErrors({ ...complete, REDIS_URL: address, REDIS_PASSWORD: 'own' })).toEqual([])
  })

  test('requires CAPTCHA_SITE_KEY for a captcha provider that needs a key', () => {
    expect(getNames({ CAPTCHA_PROVIDER: 'smartcaptcha' })).toEqual(['CAPTCHA_SITE_KEY'])
  })
})

test("refuses the sandbox's captcha in production unless CAPTCHA_SANDBOX_ALLOWED is 1", () => {
  const sandbox = { ...complete, CAPTCHA_PROVIDER: 'sandbox' }
  expect(getErrors(sandbox)).toEqual([expect.stringMatching(/^CAPTCHA_PROVIDER: .*ALLOWED=1/)])
  expect(getErrors({ ...sandbox, CAPTCHA_SANDBOX_ALLOWED: '1' })).toEqual([])
  expect(parseEnv({ NODE_ENV: 'development' }).CAPTCHA_PROVIDER).toBe('sandbox')
})

describe('the public settings', () => {
  test("2.47: links this site's personal data policy unless the retailer has another", () => {
    expect(parseEnv(complete).PERSONAL_DATA_POLICY_URL).toBe('https://april.example/pdn')
    const elsewhere = { ...complete, PERSONAL_DATA_POLICY_URL: 'https://retailer.example/policy/' }
    expect(parseEnv(elsewhere).PERSONAL_DATA_POLICY_URL).toBe('https://retailer.example/policy')
  })

  test('1.12: reads an empty support setting as no channel, and an absent one as the default', () => {
    const none = { SUPPORT_EMAIL: '', SUPPORT_PHONE: ' ', SUPPORT_BOT_URL: '' }
    const settings = parseEnv({ ...complete, ...none })
    expect(settings).toMatchObject({
      SUPPORT_EMAIL: null,
      SUPPORT_PHONE: null,
      SUPPORT_BOT_URL: null,
    })
    expect(configurationWarnings(settings).join()).toContain('shoppers can reach nobody')
    expect(parseEnv(complete)).toMatchObject({
      SUPPORT_EMAIL: 'help@april.example',
      SUPPORT_PHONE: '8 800 000-00-00',
      SUPPORT_BOT_URL: 'https://bot.april.example',
    })
  })

  test.each(['8 800 555-35-35', '+7 (495) 123-45-67', '0890'])(
    'accepts the phone %s',
    (SUPPORT_PHONE) => {
      expect(parseEnv({ ...complete, SUPPORT_PHONE }).SUPPORT_PHONE).toBe(SUPPORT_PHONE)
    },
  )

  test('warns about example addresses, and about our contacts beside another brand', () => {
    const own = {
      ...complete,
      PUBLIC_ORIGIN: 'https://shop.test',
      WEB_GATEWAY_URL: 'https://gateway.shop.test/webgate',
      MAGNIT_ID_GATEWAY_URL: 'https://id.shop.test/magnit-id',
    }
    const support = { SUPPORT_EMAIL: 'help@shop.test', SUPPORT_BOT_URL: 'https://bot.shop.test' }
    const of = (settings: Record<string, string>) =>
      configurationWarnings(parseEnv(settings)).filter((warning) => !/CAPTCHA/.test(warning))
    expect(of({ ...own, ...support })).toEqual([])
    expect(
      of({ ...own, ...support, VAPID_SUBJECT: '', SUPPORT_EMAIL: 'a@mail.example.com' }),
    ).toEqual(['SUPPORT_EMAIL: is an address of an example, which nobody can reach'])
    expect(of({ ...own, ...support, IMAGE_ORIGINS: 'https://a.test,https://img.example' })).toEqual(
      ['IMAGE_ORIGINS: is an address of an example, which nobody can reach'],
    )
    expect(of({ ...own, ...support, BRAND_DIR: 'brands/prichal' })).toEqual([
      'SUPPORT_PHONE: is that of our brand beside another one; set yours, or nothing (SUPPORT_PHONE=)',
    ])
  })

  test('warns about push keys that are no pair', () => {
    const [one, other] = [webpush.generateVAPIDKeys(), webpush.generateVAPIDKeys()]
    const push = {
      VAPID_SUBJECT: 'mailto:push@shop.test',
      PUSH_RELAY_TOKEN: 'x'.repeat(32),
      VAPID_PUBLIC_KEY: one.publicKey,
    }
    const of = ({ privateKey: VAPID_PRIVATE_KEY }: typeof one) =>
      getWarnings({ ...push, VAPID_PRIVATE_KEY })
    expect(of(other)).toContain('are no pair')
    expect(of(one)).not.toContain('VAPID')
  })

  test('requires an existing directory for texts', () => {
    const directory = mkdtempSync(join(tmpdir(), 'content-'))
    expect(parseEnv({ ...complete, CONTENT_DIR: directory }).CONTENT_DIR).toBe(directory)
    const error = 'CONTENT_DIR: must be a directory that can be read'
    expect(() => parseEnv({ ...complete, CONTENT_DIR: join(directory, 'missing') })).toThrow(error)
    const file = join(directory, 'terms.md')
    writeFileSync(file, '# Terms')
    expect(() => parseEnv({ ...complete, CONTENT_DIR: file })).toThrow(error)
  })

  test('accepts an absent file of route rules, which may come later', () => {
    expect(parseEnv(complete).ROUTE_RULES_FILE).toBeUndefined()
    const ROUTE_RULES_FILE = '/rules.json'
    expect(parseEnv({ ...complete, ROUTE_RULES_FILE })).toMatchObject({ ROUTE_RULES_FILE })
    expect(getWarnings({ ROUTE_RULES_FILE })).toContain('ROUTE_RULES_FILE: no such file yet')
    expect(getWarnings({ ROUTE_RULES_FILE: 'package.json' })).not.toContain('ROUTE_RULES_FILE')
  })

  test.each([
    'https://[bad',
    'https:// a.ru',
    'https://',
    'mailto:',
    'mailto:push',
    'http://april.ru',
    'push@april.ru',
    'tel:push@april.ru',
  ])('refuses an unreadable push subject: %s', (VAPID_SUBJECT) => {
    expect(getErrors({ ...complete, ...push, VAPID_SUBJECT })).toContainEqual(
      expect.stringContaining('VAPID_SUBJECT: must be mailto:'),
    )
  })

  test.each([
    'mailto:push@localhost',
    'mailto:push@shop..ru',
    'mailto:x@shop.local',
    'mailto: a@b.ru',
    'mailto:a@b.ru,c@d.ru',
    'mailto:a@b.ru, c@d.ru',
    'mailto:a@b.ru?subject=push',
    'mailto:Push <a@b.ru>',
    'mailto:анна@почта.рф',
    'https://localhost/contact',
    'https://10.0.0.1/',
    'https://push.internal/',
  ])('warns about a push subject that a push service refuses: %s', (VAPID_SUBJECT) => {
    expect(getWarnings({ ...push, VAPID_SUBJECT })).toMatch(
      /VAPID_SUBJECT: .*so some push services refuse every message/,
    )
  })

  test.each(['mailto:push@april.example', 'mailto:a+b@push.april.ru', 'https://april.ru/contacts'])(
    'accepts a push subject without a warning: %s',
    (VAPID_SUBJECT) =>
      expect(getWarnings({ ...push, VAPID_SUBJECT })).not.toContain('some push services refuse'),
  )
})
