import { randomUUID } from 'node:crypto'

import { describe, expect, test, vi } from 'vitest'

import { page } from '../../tests/support/pages'
import { newPhone, testContext } from '../../tests/support/test-context'
import { openServices } from '~/context/services.server'
import { action, loader } from './login.screen'

const { sandbox, visitor, getCalls, spoil, refuse } = testContext()
const ASKED = 'POST /v1/auth/otp'
const CAPTCHA_PHONE = '79000000004'

async function send(fields: Record<string, string>, path = '/login', guest = visitor()) {
  const response = await (await guest).send(action, path, fields)
  const { result, title, challenge = null } = response.data ?? {}
  const { error: errors = {}, initialValue: values = {} } = result ?? {}
  return { ...response, errors, values, title, challenge }
}

test('4.8: shows an empty form, with a captcha only when the address requires one', async () => {
  const guest = await visitor()
  expect((await guest.load(loader, '/login')).data).toMatchObject({ phone: '', challenge: null })
  const { data } = await guest.load(loader, '/login?captcha')
  expect(data.challenge).toMatchObject({ provider: 'sandbox' })
})

test('5.4: shows the phone of the sent code on its screen, and in the form for another number', async () => {
  const guest = await visitor()
  await guest.send(action, '/login', { phone: '8 900 000-00-07' })
  expect((await guest.load(loader, '/login')).data.phone).toBe('+7 (900) 000-00-07')
  const { data } = await guest.load(page, '/login/code')
  expect(data).toContain('+7\u00a0(900)\u00a0000-00-07')
})

test('waits for Redis at most 1.5 s in all limits of one post together', async () => {
  const { limits } = await openServices()
  const within = vi.spyOn(limits, 'within')
  expect((await send({ phone: newPhone() })).location).toBe('/login/code')
  expect(new Set(within.mock.calls.flat())).toEqual(new Set([1500]))
})

test.each([
  ['/login', '/login/code'],
  ['/login?returnTo=/qr', '/login/code?returnTo=%2Fqr'],
  ['/login?returnTo=//evil.example', '/login/code'],
])('sends a code to the phone posted to %s, then redirects to %s', async (path, to) => {
  const phone = newPhone()
  const typed = `+7 (${phone.slice(1, 4)}) ${phone.slice(4)}`
  expect((await send({ phone: typed }, path)).location).toBe(to)
  expect(sandbox.inbox.lastCode(phone)).toMatch(/^\d{5}$/)
})

test.each([
  ['', 'Укажите номер телефона'],
  ['12345', expect.stringContaining('Проверьте номер')],
  ['+1 202 555 0100', expect.stringContaining('Проверьте номер')],
  [`${newPhone()}, ${newPhone()}`, expect.stringContaining('Здесь несколько номеров')],
])('shows an error for the phone «%s» at the field', async (phone, message) => {
  const { status, errors, values } = await send({ phone })
  expect(status).toBe(422)
  expect(errors).toEqual({ phone: [message] })
  expect(values).toEqual(phone ? { phone } : {})
  expect(getCalls(ASKED)).toBe(0)
})

test.each([true, false])(
  'sends no SMS to a browser without cookies, with the id of the form: %s',
  async (hasId) => {
    const guest = await visitor()
    guest.jar.clear()
    const { formId } = await guest.load(loader, '/login')
    expect(guest.jar.size).toBe(1)
    guest.jar.clear()
    const fields = { phone: newPhone(), ...(hasId && { formId }) }
    const refused = await send(fields, '/login', Promise.resolve(guest))
    expect(refused.status).toBe(422)
    expect(refused.errors['']?.[0]).toContain('Браузер не сохраняет cookie')
    expect(refused.values).toEqual({ phone: fields.phone })
    expect(getCalls(ASKED)).toBe(0)
    // With cookies allowed, the same form works.
    const again = { ...fields, formId: refused.data!.formId! }
    await guest.load(loader, '/login')
    expect((await send(again, '/login', Promise.resolve(guest))).location).toBe('/login/code')
    expect(getCalls(ASKED)).toBe(1)
  },
)

test.each([
  ['another browser', []],
  ['a browser that has only a theme', [['v1_theme', 'dark']]],
] as const)('shares no result with a form of %s', async (_, cookies) => {
  const guest = visitor()
  const { formId } = await (await guest).load(loader, '/login')
  const phone = newPhone()
  expect((await send({ phone, formId }, '/login', guest)).location).toBe('/login/code')
  // The same render in another browser is its own submission, which waits a minute like any other.
  const other = visitor()
  const { jar } = await other
  if (cookies.length > 0) jar.clear()
  for (const [name, value] of cookies) jar.set(name, value)
  expect((await send({ phone, formId }, '/login', other)).location).toBe('/login/pause')
  const { data: until } = await (await other).with(({ session }) => session.pause?.until.getTime())
  expect(Number(until) - Date.now()).toBeGreaterThan(50_000)
  expect((await send({ phone, formId }, '/login', guest)).location).toBe('/login/code')
  expect(getCalls(ASKED)).toBe(1)
})

test('4.10: sends one SMS for a form that is sent twice, and stores no readable phone', async () => {
  const { store } = await openServices()
  const [set, claim] = [vi.spyOn(store, 'set'), vi.spyOn(store, 'claim')]
  const phone = newPhone()
  const form = { phone, formId: randomUUID() }
  const guest = visitor()
  await (await guest).load(loader, '/login')
  expect((await send(form, '/login', guest)).location).toBe('/login/code')
  expect((await send(form, '/login', guest)).location).toBe('/login/code')
  // Another form with the same phone uses the code that is still valid.
  expect((await send({ phone }, '/login', guest)).location).toBe('/login/code')
  const stored = [...set.mock.calls, ...claim.mock.calls].flat().join(' ')
  set.mockRestore()
  claim.mockRestore()
  expect(getCalls(ASKED)).toBe(1)
  expect(stored).toMatch(/form-guest:/)
  expect(stored).not.toContain(phone)
  expect(stored).not.toContain('attemptId')
  // A code of another phone is none, and an expired one leads to the wait for the next.
  expect((await send({ phone: newPhone() }, '/login', guest)).location).toBe('/login/code')
  expect(getCalls(ASKED)).toBe(2)
  await (
    await guest
  ).with(({ session }) => {
    session.codeRequest = { ...session.codeRequest!, phone, expires: Date.now() / 1000 - 1 }
  })
  expect((await send({ phone }, '/login', guest)).location).toBe('/login/pause')
})

describe('a captcha', () => {
  test('4.8: is shown when the gateway requires it, and again after a wrong answer', async () => {
    const guest = visitor()
    const first = await send({ phone: CAPTCHA_PHONE }, '/login', guest)
    expect(first).toMatchObject({ status: 422, values: { phone: CAPTCHA_PHONE } })
    const asked = { captchaAnswer: ['Подтвердите, что вы не робот'] }
    // A missing answer is an error only after a submission.
    expect([first.errors, first.title]).toEqual([asked, 'Ещё один шаг'])
    const left = await send({ phone: CAPTCHA_PHONE, captcha: 'sandbox' }, '/login', guest)
    expect([left.errors, left.title]).toEqual([asked, undefined])
    const captchaId = first.challenge?.provider === 'sandbox' ? first.challenge.id : ''
    const response = { phone: CAPTCHA_PHONE, captchaId, captchaAnswer: 'канарейка' }
    const second = await send(response, '/login', guest)
    expect(second.errors.captchaAnswer?.[0]).toBe('Ответ не подошёл. Ответьте на новый вопрос')
    expect(second.challenge).not.toEqual(first.challenge)
    expect(JSON.stringify(second.data)).not.toContain('канарейка')
  })
})

test.each([
  [400, 'validationError', { phone: ['На этот номер нельзя отправить код'] }],
  [403, 'forbidden', { captchaAnswer: ['Подтвердите, что вы не робот'] }],
  [400, 'CaptchaError', { captchaAnswer: ['Подтвердите, что вы не робот'] }],
  [404, 'user_not_found', { '': ['Код не отправлен. Попробуйте чуть позже'] }],
  [422, 'validationError', { '': ['Код не отправлен. Попробуйте чуть позже'] }],
  [429, 'tooMany', { '': ['Код не отправлен. Попробуйте чуть позже'] }],
])(
  '4.7, 4.8, 4.9, 8.3: after a %i %s the form keeps the phone and shows %j',
  async (status, code, shown) => {
    const phone = newPhone()
    refuse(ASKED, status, code)
    const { errors, values, challenge } = await send({ phone })
    expect([errors, values?.phone, challenge !== null]).toEqual([
      shown,
      phone,
      'captchaAnswer' in shown,
    ])
  },
)

test('4.9: counts a code request when the gateway may have sent an SMS, and keeps the phone in the form', async () => {
  let asked = getCalls(ASKED)
  for (const trouble of ['status', 'malformed', 'wrong-types'] as const) {
    sandbox.faults.clear()
    spoil(ASKED, trouble)
    const failing = newPhone()
    const { status, errors, values } = await send({ phone: failing })
    expect([status, errors['']?.[0]]).toEqual([422, 'Код не отправлен. Попробуйте чуть позже'])
    expect(values).toEqual({ phone: failing })
    expect(getCalls(ASKED)).toBe((asked += 1))
    // An unreadable answer may have sent an SMS, so it counts.
    sandbox.faults.clear()
    const mayBeSent = trouble !== 'status'
    expect((await send({ phone: failing })).location).toBe(
      mayBeSent ? '/login/pause' : '/login/code',
    )
    if (!mayBeSent) asked += 1
  }
})

test('7.23: asks the fraud protection and keeps its answer, or continues to the code without one', async () => {
  const guest = await visitor()
  const { data: device } = await guest.with(({ device }) => [device.id])
  const body = { ksid: 'session.of-the_fraud-check' }
  sandbox.faults.add({ endpoint: 'POST /login_start', mode: 'status', status: 200, body })
  await send({ phone: newPhone() }, '/login', Promise.resolve(guest))
  const [deviceId] = device as string[]
  expect(sandbox.calls.map((call) => call.endpoint)).toEqual(['POST /login_start', ASKED])
  expect(sandbox.calls[0]!.body).toEqual({
    clientId: 'v1-web',
    deviceId,
    userAgent: 'Mozilla/5.0 (test)',
  })
  expect(guest.jar.get('__Host-v1_ksid')).toBe('session.of-the_fraud-check')
  sandbox.faults.clear()
  spoil('POST /login_start', 'status')
  expect((await send({ phone: newPhone() })).location).toBe('/login/code')
  expect(getCalls('POST /login_start')).toBe(2)
})
