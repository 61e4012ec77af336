import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, describe, expect, test } from 'vitest'

import { allEndpoints } from '../../app/gateways/gateways.server'
import { startSandbox } from '../../sandbox/server'
import { appEnv, appNode } from '../support/app-process'
import { untilEnd } from '../support/site'

const PHONE = '79000000001'

const sandbox = untilEnd(await startSandbox({ port: 0 }))
const folder = mkdtempSync(join(tmpdir(), 'contract-'))

afterEach(() => sandbox.sandbox.faults.clear())
function tokenFile(text = sandbox.sandbox.state.issueTokens(PHONE).accessToken): string {
  const path = join(folder, 'token.txt')
  writeFileSync(path, `${text}\n`)
  return path
}

/** Runs the command as an operator does. */
function check(path = tokenFile()): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile(
      appNode,
      ['build/server.js', '--doctor', '--contract', path],
      { env: { ...appEnv(sandbox.url), PUBLIC_ORIGIN: 'http://localhost:3997' } },
      (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    )
  })
}

/** Runs it with a phone, and types the code when asked. */
async function checkByPhone(
  phone: string,
  code: () => string,
): Promise<{ code: number; output: string }> {
  const child = spawn(appNode, ['build/server.js', '--doctor', '--contract', '--phone', phone], {
    env: { ...appEnv(sandbox.url), PUBLIC_ORIGIN: 'http://localhost:3997' },
  })
  let output = ''
  child.stderr.on('data', (chunk) => (output += chunk))
  child.stdout.on('data', (chunk) => {
    output += chunk
    if (output.endsWith('The code from the SMS: ')) child.stdin.end(`${code()}\n`)
  })
  const [exitCode] = (await once(child, 'close')) as [number]
  return { code: exitCode, output }
}

test('the contract check signs in by phone and code, and prints no phone, code or token', async () => {
  const sent = () => sandbox.sandbox.inbox.lastCode(PHONE) ?? ''
  const { code, output } = await checkByPhone('+7 900 000-00-01', sent)
  expect(output).toContain('✓ the test account is signed in')
  expect(output).toMatch(/\d+ of \d+ calls asked, 0 with something to lose/)
  expect(code).toBe(0)
  for (const secret of [sent(), PHONE, 'eyJ']) expect(output).not.toContain(secret)
})

test.each([
  ['+7 900 000-00-04', () => '', 'POST /v1/auth/otp: the gateway demands a captcha'],
  [
    '+7 900 000-00-02',
    (): string => sandbox.sandbox.inbox.lastCode('79000000002') ?? '',
    'has no account yet',
  ],
  ['+7 900 111-22-33', () => '00000', 'POST /v1/auth/otp/check: HTTP 4'],
  ['+7 900 111-22-34', () => 'code', 'the code: must be five digits'],
  ['12345', () => '', 'the phone: must be a Russian mobile number'],
])(
  'the contract check prints why the phone %s is not signed in, and exits with 1',
  async (phone, typed, message) => {
    const { code, output } = await checkByPhone(phone, typed)
    expect(output).toContain(message)
    expect(code).toBe(1)
  },
)

type Json = Record<string, never>
/** A response without one of its fields. */
const without = (name: string) => (response: unknown) => {
  const { [name]: _, ...rest } = response as Json
  return rest
}
const within =
  (name: string, change: (value: never) => unknown) =>
  (response: unknown): unknown => ({
    ...(response as Json),
    [name]: change((response as Json)[name]!),
  })
const each = (change: (entry: never, index: number) => unknown) => (list: never) =>
  (list as never[]).map(change)
const rename = (from: string, to: string) => (response: unknown) => {
  const { [from]: value, ...rest } = response as Json
  return { ...rest, [to]: value }
}
const set = (name: string, value: unknown) => (response: unknown) => ({
  ...(response as object),
  [name]: value,
})

/** Injected differences, each with the expected line of the report. */
const planted: [endpoint: string, change: (response: unknown) => unknown, output: string][] = [
  ['GET /v1/profile', rename('firstName', 'first_name'), 'firstName: '],
  ['GET /v1/user/totp', without('totp'), 'totp: '],
  ['GET /v3/user/balance', set('totalPointBalance', '1 200'), 'totalPointBalance: '],
  ['GET /v3/user/cards', set('identifiers', {}), 'identifiers: '],
  ['GET /cuscom/v2/user/permissions', rename('push_pers', 'pushPers'), 'push_pers: '],
  ['POST /ab/v1/experiments-and-features', without('features'), 'features: '],
  [
    'GET /v1/v1-market/adfox',
    within('banners', each(rename('link', 'linkUrl'))),
    'banners.[].link: ',
  ],
  [
    'GET /v2/user/coupons',
    within(
      'coupons',
      each((entry, index) => (index === 0 ? without('title')(entry) : entry)),
    ),
    'coupons.[].title: ',
  ],
  ['GET /v3/offers/opt-in', within('offers', each(set('state', 'PAUSED'))), 'offers.[].state: '],
  [
    'GET /v3/user/transactions',
    within('transactions', each(set('createdAt', '01.02.2026 10:00'))),
    'transactions.[].createdAt: ',
  ],
  ['GET /v2/user/poll', within('polls', each(set('id', 17))), 'polls.[].id: '],
  ['POST /v1/stores-facade/search/detail', rename('totalCount', 'total_count'), 'totalCount: '],
  ['POST /v1/stores-facade/store', without('address'), 'address: '],
  [
    'POST /v1/store-search',
    within('stores', each(set('distance', '1.2 km'))),
    'stores.[].distance: ',
  ],
  ['GET /v1/cities/getbyfiasid', without('region'), 'region: '],
  [
    'GET /v3/categories/store/{storeCode}',
    within('items', each(set('id', '101'))),
    'items.[].id: ',
  ],
  ['POST /v2/goods/search', within('items', each(set('price', 99.5))), 'items.[].price: '],
  [
    'POST /v1/goods/filters',
    within('filters', each(rename('title', 'titleText'))),
    'filters.[].title: ',
  ],
  ['GET /v2/user/personal-promotions', set('promotions', null), 'promotions: '],
]

describe('the contract check', () => {
  test('warns of tokens that make large request headers', async () => {
    const { settings } = sandbox.sandbox.state
    settings.tokenBytes = 4096
    try {
      const { output } = await check()
      expect(output).toMatch(/- beware: two tokens like this one make about [78]\d{3} bytes/)
      expect(output).toContain('nginx has 4096 by default')
    } finally {
      settings.tokenBytes = 1200
    }
  })

  test('finds nothing at gateways that respond as declared, and sends no write', async () => {
    sandbox.sandbox.calls.length = 0
    const { code, output } = await check()
    expect(output).not.toContain('✗')
    expect(output).toMatch(/✓ headers: two tokens like this one make about 3\d{3} bytes/)
    expect(code).toBe(0)
    const safe = allEndpoints.filter(({ effect }) => effect === 'safe').map(({ name }) => name)
    const asked = new Set(sandbox.sandbox.calls.map(({ endpoint }) => endpoint))
    expect([...asked].sort()).toEqual(safe.sort())
  })

  test('names nineteen differences by path, each with the screens that it affects, and prints no value', async () => {
    expect(planted).toHaveLength(19)
    for (const [endpoint, change] of planted)
      sandbox.sandbox.faults.add({ endpoint, mode: 'changed', change })
    const { code, output } = await check()
    expect(code).toBe(1)
    for (const [endpoint, , line] of planted) {
      const [, part = ''] = output.split(`${endpoint}: `)
      const own = part.split(/\n(?=[✓✗-])/)[0]
      expect(own, endpoint).toContain(line)
    }
    expect(output).toMatch(/coupons\.\[\]\.title: invalid_type → shown without that$/m)
    expect(output).toContain('no points are shown')
    const { cards, firstName, userId, coupons } = sandbox.sandbox.state.user(PHONE)
    const personal = [...cards, PHONE, PHONE.slice(1), firstName, userId, coupons[0]!.title]
    for (const value of ['1 200', '1.2 km', 'spring', 'PAUSED', ...personal])
      expect(output).not.toContain(value)
    expect(output).not.toMatch(/eyJ/)
  })

  test('continues after an id that fits into no address', async () => {
    const change = within('items', each(set('id', '../../profile')))
    sandbox.sandbox.faults.add({ endpoint: 'POST /v2/goods/search', mode: 'changed', change })
    const { code, output } = await check()
    expect(output).toContain('✗ GET /v2/goods/{id}: no answer that can be read (invalid)')
    expect(output).toContain('GET /v2/user/personal-promotions: ')
    expect(code).toBe(1)
  })

  test('distinguishes an expired token, a file without a token, and a failed call', async () => {
    expect((await check(tokenFile('no-such-token'))).output).toContain('the token is refused')
    const missing = await check(join(folder, 'none.txt'))
    expect([missing.code, missing.output]).toEqual([
      1,
      '✗ the token: the file cannot be read, or holds no token in one line\n',
    ])
    sandbox.sandbox.faults.add({ endpoint: 'GET /v3/user/balance', mode: 'html', status: 502 })
    const { code, output } = await check()
    expect(output).toContain('✗ GET /v3/user/balance: the gateway refuses it (502) → no points')
    expect(code).toBe(1)
  })
})
