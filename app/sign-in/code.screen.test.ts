import { expect, test, vi } from 'vitest'

import { newPhone, testContext, textsIn } from '../../tests/support/test-context'
import type { CaptchaChallenge } from '~/captcha/captcha.server'
import { action, loader } from './code.screen'
import { action as login } from './login.screen'
import { loader as pauseScreen } from './pause.screen'
import { action as resend } from './resend.action'
import { Analytics } from '~/analytics/analytics.server'
import { formatPhone } from '~/domain/phone'
import { loader as today } from '~/today/today.screen'

const { sandbox, visitor, getCalls, spoil, refuse, later } = testContext()
const CHECK = 'POST /v1/auth/otp/check'
const TOKEN = 'POST /v1/auth/token'
const COMPLETENESS = 'GET /v1/keeperid/bunch'
const TOTP = 'GET /v1/user/totp'
const CAPTCHA_NEXT =
  'Нужно подтвердить, что вы не робот. Запросите новый код: проверка будет перед его отправкой'
const NOT_YET = {
  status: 503,
  data: { result: { error: { '': ['Код верный, но войти пока не удалось. Попробуйте ещё раз'] } } },
}

/** The fields that answer the challenge of a response; none without a challenge. */
function answerTo(
  data: { challenge?: CaptchaChallenge | null } | undefined,
): Record<string, string> {
  const challenge = data?.challenge
  if (challenge?.provider !== 'sandbox') return {}
  const captchaAnswer = sandbox.state.captcha.answer(challenge.id) ?? ''
  return { captchaId: challenge.id, captchaAnswer }
}

/** A guest who waits for the text, with its code. */
async function waiting(beginning: '7905' | '7901' = '7905', from = '/login') {
  const guest = await visitor()
  const phone = newPhone(beginning)
  await guest.send(login, from, { phone })
  const code = sandbox.inbox.lastCode(phone) ?? ''
  let answered: ReturnType<typeof answerTo> = {}
  /** Types a code, and the answer to the captcha that the last response asked for. */
  async function enter(typed: string, path = '/login/code') {
    const response = await guest.send(action, path, { code: typed, ...answered })
    answered = answerTo(response.data)
    return { ...response, error: response.data?.result.error?.code?.[0] }
  }
  return { ...guest, phone, code, wrong: code === '54321' ? '12345' : '54321', enter }
}

test.each([
  ['/login', '/onboarding/1'],
  ['/login?returnTo=/qr', '/qr'],
  ['/login?returnTo=https://evil.example', '/onboarding/1'],
  ['/login', '/today', '1'],
  ['/login?returnTo=/qr', '/qr', '1'],
])(
  '1.3, 4.14, 4.15, 4.38: signs in with the correct code after a start at %s, and redirects to %s',
  async (from, to, onboarded = '') => {
    const { code, enter, jar, load, with: see } = await waiting('7905', from)
    jar.set('__Host-v1_onboarded', onboarded)
    const spaced = `${code.slice(0, 2)} ${code.slice(2)}`
    expect((await enter(spaced)).location).toBe(to)
    expect((await see(({ session }) => session.isSignedIn())).data).toBe(true)
    expect((await see(({ session }) => session.loyaltyCode)).data).toBeNull()
    expect([COMPLETENESS, TOTP].map(getCalls)).toEqual([0, 0])
    expect((await load(today, '/today')).data.qr).not.toBeNull()
    expect([COMPLETENESS, TOTP].map(getCalls)).toEqual([1, 1])
  },
)

test('1.4, 3.19, 4.14: redirects a new shopper to registration, also when the same code is posted again', async () => {
  const { code, enter, load } = await waiting('7901', '/login?returnTo=/qr')
  for (let turn = 1; turn <= 2; turn += 1)
    expect(await enter(code)).toMatchObject({
      location: '/registration?returnTo=%2Fqr',
      flash: null,
    })
  expect((await load(loader, '/login/code')).location).toBe('/registration?returnTo=%2Fqr')
  expect([CHECK, TOKEN].map(getCalls)).toEqual([1, 0])
})

test.each([
  ['', 'Введите код из СМС'],
  ['12a45', 'В коде только цифры'],
  ['1234', 'В коде должно быть пять цифр'],
  ['123456', 'В коде должно быть пять цифр'],
  ['12345 67890', 'Здесь несколько кодов: оставьте тот, что в последней СМС'],
])('1.3, 5.3: shows an error for «%s» at the field', async (typed, message) => {
  const { enter } = await waiting()
  const { status, error, data } = await enter(typed)
  expect([status, error]).toEqual([422, message])
  expect(data.result.initialValue).toEqual({})
  expect(getCalls(CHECK)).toBe(0)
})

test('8.7: shows an error for a wrong code, never returns it, and invalidates the sent code after five', async () => {
  const { enter, wrong, code } = await waiting()
  const track = vi.spyOn(Analytics.prototype, 'track')
  await enter('1234')
  for (let turn = 1; turn <= 4; turn += 1) {
    const { data, error } = await enter(wrong)
    expect(error).toBe('Код не подошёл. Проверьте СМС и введите код ещё раз')
    expect(textsIn(data)).not.toContain(wrong)
  }
  expect((await enter(wrong)).error).toBe(
    'Попытки закончились, или этот код уже использован. Запросите новый',
  )
  const errors = ['invalid', 'wrong', 'wrong', 'wrong', 'wrong', 'tooMany']
  expect(track.mock.calls.filter(([name]) => name === 'PhoneConfirm:Error')).toEqual(
    errors.map((error_type) => ['PhoneConfirm:Error', { error_type }]),
  )
  expect(await enter(code)).toMatchObject({ status: 429, isLimited: true })
  expect(getCalls(CHECK)).toBe(5)
})

test('shows a code that has no tries left as invalid, and offers a new one when the wait ends', async () => {
  const { enter, wrong, phone, load, send } = await waiting()
  const ask = () => send(login, '/login', { phone })
  let last = await enter(wrong)
  for (let turn = 2; turn <= 5; turn += 1) last = await enter(wrong)
  const dead = { isSpent: true, mayAsk: false, fromText: expect.stringMatching(/^после /) }
  expect(last.data.code).toMatchObject(dead)
  expect((await load(loader, '/login/code')).data).toMatchObject({ code: dead })
  // Sending the same number again redirects to the code form and sends no second text.
  expect((await ask()).location).toBe('/login/code')
  expect(sandbox.inbox.texts(phone)).toHaveLength(1)

  const now = Date.now
  Date.now = () => now() + 62_000
  const after = (await load(loader, '/login/code')).data
  Date.now = now
  expect(after).toMatchObject({ code: { isSpent: true, mayAsk: true } })
})

test('sends a new code for an invalid one after the wait, before the invalid one expires', async () => {
  const { enter, wrong, phone, send, with: run, load } = await waiting()
  for (let turn = 1; turn <= 5; turn += 1) await enter(wrong)
  // Ends the minute's wait.
  await run(({ session, services: { limits } }) => {
    session.codeRequest = { ...session.codeRequest!, another: 0 }
    return limits.forget('codeWait', phone)
  })
  // A phone with wrong codes needs a captcha before its next text.
  const asked = await send(login, '/login', { phone })
  const { location } = await send(login, '/login', { phone, ...answerTo(asked.data) })
  expect(location).toBe('/login/code')
  expect(sandbox.inbox.texts(phone)).toHaveLength(2)
  expect((await load(loader, '/login/code')).data).toMatchObject({ code: { isSpent: false } })
  expect((await enter(sandbox.inbox.lastCode(phone) ?? '')).location).toBe('/onboarding/1')
})

test('2.66: asks an unknown device for a captcha before the second try, and for none before the third', async () => {
  const track = vi.spyOn(Analytics.prototype, 'track')
  const { enter, send, wrong, code } = await waiting()
  expect((await enter(wrong)).data.challenge).toMatchObject({ provider: 'sandbox' })
  const bare = await send(action, '/login/code', { code })
  expect([bare.status, bare.data.result.error]).toEqual([
    422,
    { captchaAnswer: ['Подтвердите, что вы не робот'] },
  ])
  const forged = { ...answerTo(bare.data), captchaAnswer: '-1' }
  const guessed = await send(action, '/login/code', { code, ...forged })
  expect(guessed.data.result.error).toHaveProperty('captchaAnswer')
  expect(textsIn(guessed.data)).not.toContain(code)
  expect(getCalls(CHECK)).toBe(1)
  const second = await send(action, '/login/code', { code: wrong, ...answerTo(guessed.data) })
  expect(second.data).toMatchObject({ challenge: null })
  expect(track.mock.calls.filter(([name]) => name === 'Captcha:Show')).toEqual(
    Array(2).fill(['Captcha:Show', { place: 'code' }]),
  )
  expect((await enter(code)).location).toBe('/onboarding/1')
})

test('tells a form of another number about the new one, without a call or a try', async () => {
  const { load, send, code } = await waiting()
  const { number } = (await load(loader, '/login/code')).data.code!
  const other = newPhone()
  await send(login, '/login', { phone: other })
  for (let turn = 1; turn <= 6; turn += 1) {
    const { status, data } = await send(action, '/login/code', { code, number })
    expect(status).toBe(422)
    expect(data.result.error?.code?.[0]).toContain(formatPhone(other).replaceAll(' ', '\u00a0'))
    expect(data.code?.phone).toBe(formatPhone(other).replaceAll(' ', '\u00a0'))
    expect(data.code?.number).not.toBe(number)
  }
  const { flash } = await send(resend, '/login/resend', { number, formId: crypto.randomUUID() })
  expect(flash?.title).toMatch('другого номера')
  expect([getCalls(CHECK), sandbox.inbox.texts(other).length]).toEqual([0, 1])
  const right = { code: sandbox.inbox.lastCode(other) ?? '' }
  expect((await send(action, '/login/code', right)).location).toBe('/onboarding/1')
})

test('leads to the pause screen while wrong codes pause the phone, also with the right code', async () => {
  const { enter, code, phone, load, with: run } = await waiting('7905', '/login?returnTo=/qr')
  await run(({ services: { limits } }) => limits.block('wrongCodes', phone))
  expect((await enter(code)).location).toBe('/login/pause?returnTo=%2Fqr')
  const { data, isLimited } = await load(pauseScreen, '/login/pause')
  expect([data.reason, isLimited, getCalls(CHECK)]).toEqual(['codes', true, 0])
  expect(Math.round((data.until - Date.now()) / 60_000)).toBe(120)
})

test.each([0, 1])('8.7: says that a code has expired after %i gateway calls', async (calls) => {
  const { enter, wrong } = await waiting()
  const now = Date.now
  vi.spyOn(Date, 'now').mockImplementation(() => now() + (getCalls(CHECK) < calls ? 0 : 300_000))
  const track = vi.spyOn(Analytics.prototype, 'track')
  expect((await enter(wrong)).error).toBe('Срок действия кода истёк. Запросите новый')
  expect(track).toHaveBeenCalledWith('PhoneConfirm:Error', { error_type: 'expired' })
  expect(getCalls(CHECK)).toBe(calls)
})

test('4.1, 4.13: consumes no try when the gateway fails', async () => {
  const { enter, code } = await waiting()
  spoil(CHECK, 'status')
  for (let turn = 1; turn <= 6; turn += 1)
    expect(await enter(code)).toMatchObject({
      status: 503,
      error: 'Не удалось проверить код. Попробуйте ещё раз',
    })
  sandbox.faults.clear()
  expect((await enter(code)).location).toBe('/onboarding/1')
})

test.each([
  [403, {}, 'captcha', CAPTCHA_NEXT],
  [400, { code: 'CaptchaError' }, 'captcha', CAPTCHA_NEXT],
  [404, {}, 'refused', 'Этот код сейчас не проверить. Запросите новый'],
  [409, {}, 'refused', 'Этот код сейчас не проверить. Запросите новый'],
  [408, {}, 'unavailable', 'Не удалось проверить код. Попробуйте ещё раз'],
  [429, {}, 'unavailable', 'Не удалось проверить код. Попробуйте ещё раз'],
])(
  '4.12, 4.13, 8.3, 8.7: counts no wrong code when the gateway answers with %i %j',
  async (status, body, error_type, message) => {
    const { enter, code, with: run, phone } = await waiting()
    const track = vi.spyOn(Analytics.prototype, 'track')
    sandbox.faults.add({ endpoint: CHECK, mode: 'status', status, body })
    const { error, data } = await enter(code)
    expect([error, data.isWrong]).toEqual([message, false])
    expect(track).toHaveBeenCalledWith('PhoneConfirm:Error', { error_type })
    await run(async ({ services: { limits } }) => {
      // Nine of ten points are left after the one taken here, so the answer took none.
      const taken = await limits.consume(['wrongCodes', phone])
      expect(taken.isOver || taken.left('wrongCodes')).toBe(9)
    })
    sandbox.faults.clear()
    expect((await enter(code)).location).toBe('/onboarding/1')
  },
)

test.each([400, 422])(
  '4.12: counts a wrong code when the gateway answers with %i',
  async (status) => {
    const { enter, code } = await waiting()
    sandbox.faults.add({ endpoint: CHECK, mode: 'status', status, body: {} })
    const { error, data } = await enter(code)
    expect(error).toContain('Код не подошёл')
    expect(data).toMatchObject({ isWrong: true, result: { initialValue: {} } })
    expect(textsIn(data)).not.toContain(code)
  },
)

test('allows five tries of a code when the gateway answers each check with 404', async () => {
  const { enter, code } = await waiting()
  sandbox.faults.add({ endpoint: CHECK, mode: 'status', status: 404, body: {} })
  for (let turn = 1; turn <= 4; turn += 1)
    expect((await enter(code)).error).toContain('Этот код сейчас не проверить')
  for (let turn = 1; turn <= 3; turn += 1)
    expect((await enter(code)).error).toContain('Попытки закончились')
  expect(getCalls(CHECK)).toBe(5)
})

test('accepts a correct code again when the response was lost, but only from the same browser', async () => {
  const { enter, code, jar } = await waiting()
  const before = new Map(jar)
  const as = (cookies: Map<string, string>) => {
    jar.clear()
    for (const [name, value] of cookies) jar.set(name, value)
  }
  expect((await enter(code)).location).toBe('/onboarding/1')
  as(before)
  expect((await enter(code)).location).toBe('/onboarding/1')
  expect([getCalls(CHECK), getCalls(TOKEN)]).toEqual([1, 1])
  // Another device that has only stolen the cookie.
  as(new Map([...before].filter(([name]) => name.endsWith('v1_otp'))))
  expect((await enter(code)).error).toContain('Попытки закончились')
  expect([getCalls(CHECK), getCalls(TOKEN)]).toEqual([1, 1])
})

test('keeps a correct code while no tokens can be issued, then signs in', async () => {
  const { enter, code, load } = await waiting()
  spoil(TOKEN, 'malformed')
  expect(await enter(code)).toMatchObject(NOT_YET)
  expect((await load(loader, '/login/code')).data).toMatchObject({ isVerified: true })
  sandbox.faults.clear()
  expect((await enter('')).location).toBe('/onboarding/1')
  expect(getCalls(CHECK)).toBe(1)
})

test.each(['no JWT', 'e30.e30.x'])(
  "shows the form again when the gateway's tokens are invalid (%s)",
  async (accessToken) => {
    const { enter, code } = await waiting()
    const body = { accessToken, refreshToken: 'opaque' }
    sandbox.faults.add({ endpoint: TOKEN, mode: 'status', status: 200, body, times: 1 })
    expect(await enter(code)).toMatchObject(NOT_YET)
    expect((await enter('')).location).toBe('/onboarding/1')
  },
)

test('allows sign-in with another phone number when a correct code cannot sign in', async () => {
  const { enter, code, load, send } = await waiting()
  spoil(TOKEN, 'malformed')
  await enter(code)
  sandbox.faults.clear()
  const other = newPhone()
  expect((await send(login, '/login', { phone: other })).location).toBe('/login/code')
  expect((await load(loader, '/login/code')).data).toMatchObject({ isVerified: false })
  expect((await enter(sandbox.inbox.lastCode(other) ?? '')).location).toBe('/onboarding/1')
})

test('1.4, 4.16, 8.3: redirects to registration with the same code when the gateway does not know the shopper', async () => {
  const { enter, code, load, with: see } = await waiting('7905', '/login?returnTo=/qr')
  const view = vi.spyOn(Analytics.prototype, 'view')
  refuse(TOKEN, 422, 'user_not_found')
  expect((await enter(code)).location).toBe('/registration?returnTo=%2Fqr')
  const properties = { status: 422, error_code: 'user_not_found' }
  expect(view.mock.calls).toEqual([['login_error', properties]])
  const sent = sandbox.calls.find(({ endpoint }) => endpoint === TOKEN)?.body
  expect((await see(({ session }) => session.loyaltyCode)).data).toMatchObject({
    magnitIDCode: (sent as { magnitIDCode: string }).magnitIDCode,
    isRegistered: false,
  })
  expect((await load(loader, '/login/code')).location).toBe('/registration?returnTo=%2Fqr')
})

test('sends a code to a second browser without a wait after the first browser has signed in', async () => {
  const { enter, code, phone } = await waiting()
  const second = await visitor()
  expect((await second.send(login, '/login', { phone })).location).toBe('/login/pause')
  expect((await enter(code)).location).toBe('/onboarding/1')
  expect((await second.send(login, '/login', { phone })).location).toBe('/login/code')
})

test.each([CHECK, TOKEN])(
  'signs in once and redirects two parallel posts to the same page while the first waits for %s',
  async (slow) => {
    const { enter, code, jar, with: see } = await waiting()
    const before = [...jar]
    sandbox.faults.add({ endpoint: slow, mode: 'latency', latencyMs: 300 })
    const first = enter(code)
    await expect.poll(() => getCalls(slow)).toBe(1)
    const presses = await Promise.all([first, enter(code)])
    expect(presses.map(({ location }) => location)).toEqual(['/onboarding/1', '/onboarding/1'])
    expect([getCalls(CHECK), getCalls(TOKEN)]).toEqual([1, 1])
    expect((await see(({ session }) => session.isSignedIn())).data).toBe(true)
    // Half a minute later the code is no longer accepted.
    jar.clear()
    for (const [name, value] of before) jar.set(name, value)
    for (let quarter = 1; quarter <= 3; quarter += 1) later()
    expect((await enter(code)).status).toBe(429)
  },
)

test.each([
  [400, '/login', '/profile'],
  [401, '/login', '/profile'],
  [404, '/login', '/profile'],
  [422, '/login?returnTo=/qr', '/login?returnTo=%2Fqr'],
])(
  '1.17, 4.16: asks for another code after a %i of a sign-in from %s at %s',
  async (error, from, to) => {
    const { enter, code, with: see } = await waiting('7905', from)
    const view = vi.spyOn(Analytics.prototype, 'view')
    refuse(TOKEN, error, 'validationError')
    expect(await enter(code)).toMatchObject({
      location: to,
      flash: { type: 'error', title: 'Войти не удалось. Запросите новый код' },
    })
    const properties = { status: error, error_code: 'validationError' }
    expect(view.mock.calls).toEqual([['login_error', properties]])
    expect((await see(({ session }) => session.loyaltyCode)).data).toBeNull()
  },
)

test('4.16: keeps the code for another try after a 429 of the sign-in', async () => {
  const { enter, code } = await waiting()
  refuse(TOKEN, 429, 'tooMany')
  expect(await enter(code)).toMatchObject(NOT_YET)
  sandbox.faults.clear()
  expect((await enter('')).location).toBe('/onboarding/1')
})
