import { describe, expect, test } from 'vitest'

import { ORIGIN } from '../../tests/support/open-sandbox'
import { testContext } from '../../tests/support/test-context'
import { action as enterCode, loader as codeScreen } from './code.screen'
import { action as complete, loader as showMissing } from './incomplete.screen'
import { action as askForCode, loader as loginScreen } from './login.screen'
import { loader as pauseScreen } from './pause.screen'
import { action as register, loader as registrationScreen } from './registration.screen'
import { action as askAgain } from './resend.action'

const { visitor, shopper, sandbox, refuse } = testContext()

let lastPhone = 79064000000
const newPhone = () => String((lastPhone += 1))

type Visitor = Awaited<ReturnType<typeof visitor>>
const loginForCard = '/login?returnTo=%2Fqr'

const getCode = (phone: string) =>
  [...sandbox.state.attempts.values()].filter((each) => each.phone === phone).at(-1)!

async function startedWith(phone: string, from = loginForCard): Promise<Visitor> {
  const guest = await visitor()
  await guest.load(loginScreen, from)
  const asked = await guest.send(askForCode, from, { phone })
  expect(asked).toMatchObject({ location: expect.stringMatching(/^\/login\/code/) })
  return guest
}

/** Makes the phone's code expire, and ends the wait for another. */
const expireCode = (guest: Visitor, phone: string) =>
  guest.with(({ session }) => {
    session.codeRequest = { phone, attemptId: 'old', expires: 1 }
    return null
  })

const enter = (guest: Visitor, phone: string) =>
  guest.send(enterCode, '/login/code', { code: getCode(phone).code })

describe('a shopper who signed in in another tab goes to the requested page from', () => {
  test.each([
    ['the phone screen', loginScreen],
    ['the code screen', codeScreen],
    ['a post of the phone form', askForCode],
    ['a post of the code form', enterCode],
    ['a request for another code', askAgain],
    ['the pause screen', pauseScreen],
    ['the registration screen', registrationScreen],
  ] as const)('2.41: %s', async (_, handler) => {
    const { load, send } = await shopper()
    const go = (address: string) =>
      handler.name === 'action' ? send(handler, address, {}) : load(handler, address)
    expect((await go('/login?returnTo=%2Fprofile%2Fstars')).location).toBe('/profile/stars')
    for (const odd of ['//evil.example', 'https://evil.example', '/\\evil.example'])
      expect((await go(`/login?returnTo=${encodeURIComponent(odd)}`)).location).toBe('/today')
    expect((await go('/login')).location).toBe('/today')
  })
})

describe('`returnTo` of the first sign-in address is still used', () => {
  test('2.42: after an error in the phone form', async () => {
    const phone = newPhone()
    const guest = await visitor()
    await guest.send(askForCode, loginForCard, { phone: '12' })
    await guest.send(askForCode, '/login', { phone })
    expect((await enter(guest, phone)).location).toBe('/qr')
  })

  test('after a new code is requested', async () => {
    const guest = await startedWith(newPhone())
    const phone = newPhone()
    await expireCode(guest, phone)
    const again = await guest.send(askAgain, '/login/resend')
    expect(again).toMatchObject({
      status: 303,
      location: '/login/code?returnTo=%2Fqr',
      flash: { title: 'Отправили новый код' },
    })
    expect((await enter(guest, phone)).location).toBe('/qr')
  })

  test('after a captcha before a new code', async () => {
    const guest = await startedWith(newPhone())
    await expireCode(guest, newPhone())
    sandbox.faults.add({ endpoint: 'POST /v1/auth/otp', mode: 'status', status: 403 })
    expect((await guest.send(askAgain, '/login/resend')).location).toBe(
      '/login?captcha&returnTo=%2Fqr',
    )
    sandbox.faults.clear()
    const phone = newPhone()
    await guest.send(askForCode, '/login?captcha', { phone })
    expect((await enter(guest, phone)).location).toBe('/qr')
  })

  test('after a pause screen', async () => {
    const phone = newPhone()
    const guest = await startedWith(phone)
    await guest.with(({ session }) => {
      session.pause = { until: new Date(Date.now() + 60_000), reason: 'sent' }
      return null
    })
    expect((await guest.load(pauseScreen, '/login/pause')).status).toBe(429)
    expect((await enter(guest, phone)).location).toBe('/qr')
  })

  test('after a pause before the first code', async () => {
    const guest = await visitor()
    const phone = newPhone()
    const other = await visitor()
    for (const each of [other, guest]) await each.send(askForCode, loginForCard, { phone })
    expect(await guest.load(codeScreen, '/login/code')).toMatchObject({
      location: loginForCard,
    })
  })

  test('2.43: when the code, registration or pause screen is opened without a code', async () => {
    const guest = await visitor()
    await guest.send(askForCode, loginForCard, { phone: '12' })
    for (const look of [
      await guest.load(codeScreen, '/login/code'),
      await guest.load(registrationScreen, '/registration'),
      await guest.load(pauseScreen, '/login/pause'),
    ])
      expect(look.location).toBe(loginForCard)
  })

  test('after a sign-in that the gateway refused', async () => {
    const phone = newPhone()
    const guest = await startedWith(phone)
    sandbox.faults.add({ endpoint: 'POST /v1/auth/token', mode: 'status', status: 400 })
    expect((await enter(guest, phone)).location).toBe(loginForCard)
    sandbox.faults.clear()
    const other = newPhone()
    await guest.send(askForCode, '/login', { phone: other })
    expect((await enter(guest, other)).location).toBe('/qr')
  })
})

describe('`returnTo` in the address is used when the cookie with the sign-in state is missing', () => {
  const at = (path: string) => `${path}?returnTo=%2Fcoupons`
  test('2.43: by every later screen and form of the sign-in', async () => {
    const guest = await visitor()
    for (const look of [
      await guest.load(codeScreen, at('/login/code')),
      await guest.load(registrationScreen, at('/registration')),
      await guest.load(pauseScreen, at('/login/pause')),
      await guest.send(enterCode, at('/login/code'), { code: '12345' }),
      await guest.send(askAgain, at('/login/resend')),
      await guest.send(register, at('/registration'), { firstName: 'Алёна' }),
    ])
      expect(look.location).toBe('/login?returnTo=%2Fcoupons')
  })

  test('but not when it leads to another site', async () => {
    const guest = await visitor()
    const look = await guest.load(codeScreen, '/login/code?returnTo=%2F%2Fevil.example')
    expect(look.location).toBe('/login')
  })
})

test('shows a notice when a code or a registration is posted without the sign-in state', async () => {
  const guest = await visitor()
  expect(await guest.send(register, '/registration', { firstName: 'Алёна' })).toMatchObject({
    location: '/login',
    flash: { title: 'Подтвердите номер ещё раз' },
  })
  expect(await guest.send(enterCode, '/login/code', { code: '12345' })).toMatchObject({
    location: '/login',
    flash: { title: 'Запросите код ещё раз: прежний уже не действует' },
  })
})

describe('a form after its session ended', () => {
  const headers = {
    title: 'Войдите и отправьте ещё раз',
    description: expect.stringContaining('не сохранилось'),
  }
  const sendFrom = (visitor: Visitor, referrer: string) =>
    visitor.send(complete, '/profile/incomplete', { firstName: 'Алёна' }, {}, { Referer: referrer })

  test.each([
    [`${ORIGIN}/coupons?tab=mine`, '/login?returnTo=%2Fcoupons%3Ftab%3Dmine'],
    ['https://evil.example/coupons', '/login'],
    ['', '/login'],
  ])('with the referrer «%s» shows a notice and redirects to %s', async (referrer, location) => {
    const guest = await visitor()
    expect(await sendFrom(guest, referrer)).toMatchObject({ location, flash: headers })
  })

  test('shows a notice also when the gateway ends the session during the post', async () => {
    const someone = await shopper()
    refuse('GET /v1/keeperid/bunch', 401, 'unauthorized')
    refuse('POST /v1/auth/token/refresh', 401, 'unauthorized')
    expect(await sendFrom(someone, `${ORIGIN}/coupons`)).toMatchObject({
      location: '/login?returnTo=%2Fcoupons',
      flash: headers,
    })
  })

  test('shows no notice when its page is loaded instead of posted', async () => {
    const guest = await visitor()
    expect((await guest.load(showMissing, '/profile/incomplete')).flash).toBeNull()
    const someone = await shopper()
    refuse('GET /v1/profile', 401, 'unauthorized')
    refuse('POST /v1/auth/token/refresh', 401, 'unauthorized')
    expect(await someone.load(showMissing, '/profile/incomplete')).toMatchObject({
      location: '/login?returnTo=%2Fprofile%2Fincomplete',
      flash: null,
    })
  })
})

test('ignores `returnTo` in the address of the code form when the sign-in cookie has one', async () => {
  const phone = newPhone()
  const guest = await startedWith(phone)
  expect((await guest.load(pauseScreen, '/login/pause?returnTo=%2Fcoupons')).location).toBe(
    loginForCard,
  )
  const entered = await guest.send(enterCode, '/login/code?returnTo=%2Fcoupons', {
    code: getCode(phone).code,
  })
  expect(entered.location).toBe('/qr')
})
