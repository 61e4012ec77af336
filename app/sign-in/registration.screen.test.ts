import { describe, expect, test, vi } from 'vitest'

import { page } from '../../tests/support/pages'
import { newPhone, testContext } from '../../tests/support/test-context'
import { forms } from '../../tests/support/forms'
import { Analytics } from '~/analytics/analytics.server'
import { action as changeConsent } from '../push/change.action'
import { action as enterCode } from './code.screen'
import { action as login } from './login.screen'
import { action, loader } from './registration.screen'

const { sandbox, visitor, getCalls, spoil, refuse } = testContext()
const registrationFields = forms['sign-in/registration.screen'].right
const REGISTER = 'POST /v3/profile/register/magnit-id-code'
const LETTER = 'POST /v1/profile/email-confirm'
const CONSENTS = 'PUT /cuscom/v2/user/permissions'

/** A guest with a confirmed phone who is not registered. */
async function newcomer(from = '/login') {
  const guest = await visitor()
  const phone = newPhone('7901')
  await guest.send(login, from, { phone })
  await guest.send(enterCode, '/login/code', { code: sandbox.inbox.lastCode(phone) ?? '' })
  return {
    ...guest,
    phone,
    user: sandbox.state.user(phone),
    fill: (fields: Record<string, string> = {}, path = '/registration') =>
      guest.send(action, path, { ...registrationFields, ...fields }),
  }
}

test('3.6, 3.16, 4.17: registers a newcomer, signs in and redirects', async () => {
  const { load, fill, user, with: see } = await newcomer('/login?returnTo=/qr')
  expect((await load(loader, '/registration')).status).toBe(200)
  const track = vi.spyOn(Analytics.prototype, 'track')
  const { location } = await fill({ email: 'a@example.ru', isSmsPermitted: 'on' })
  expect(location).toBe('/qr')
  expect((await see(({ session }) => session.userId())).data).toBe(user.userId)
  const consents = { is_sms_permitted: true, is_email_permitted: false }
  expect(track).toHaveBeenCalledWith('Register:Success', consents)
  const values = { firstName: 'Алёна', birthDate: '1985-04-13', email: 'a@example.ru' }
  const getSent = (name: string) => sandbox.calls.find(({ endpoint }) => endpoint === name)?.body
  expect(getSent(REGISTER)).toEqual({ magnitIDCode: expect.any(String), ...values })
  expect(user).toMatchObject(values)
  expect(user.permissions).toMatchObject({ sms: true, email: false })
  expect(getSent(CONSENTS)).toEqual({ application: 'V1', sms: true })
})

test('creates no card from a page that was opened before another phone was confirmed', async () => {
  const { load, send, fill, phone } = await newcomer()
  const formId = async () => (await load(loader, '/registration')).formId
  const first = await formId()
  const next = newPhone('7901')
  await send(login, '/login', { phone: next })
  await send(enterCode, '/login/code', { code: sandbox.inbox.lastCode(next) ?? '' })
  expect(await fill({ formId: first })).toMatchObject({
    location: '/registration',
    flash: { type: 'warning', title: 'Эта страница была открыта под другим номером' },
  })
  expect(getCalls(REGISTER)).toBe(0)
  // An error shows the form again, with the same owner.
  const refused = await fill({ formId: await formId(), firstName: '' })
  expect((await fill({ formId: refused.data.formId })).location).toBe('/onboarding/1')
  expect(sandbox.state.user(next).firstName).toBe('Алёна')
  expect(sandbox.state.user(phone).firstName).not.toBe('Алёна')
})

test('shows all errors at once, in the order of the form', async () => {
  const { fill } = await newcomer()
  const birth = { birthDateDay: '31', birthDateMonth: '2' }
  const wrong = { firstName: 'К9', ...birth, email: 'не почта' }
  const { status, data } = await fill({ ...wrong, isPersonalDataAgreed: '' })
  expect([status, Object.entries(data.result.error ?? {})]).toEqual([
    422,
    [
      ['firstName', ['В имени могут быть буквы, пробел, дефис и апостроф']],
      ['birthDateDay', [expect.any(String)]],
      ['email', ['В адресе почты нет знака @. Пример: name@example.ru']],
      ['isPersonalDataAgreed', [expect.stringContaining('Без согласия')]],
    ],
  ])
  expect(data.result.initialValue).toMatchObject(wrong)
  const long = await fill({ birthDateDay: '1'.repeat(65) })
  expect(Object.keys(long.data.result.error ?? {})).toEqual(['birthDateDay'])
  expect(getCalls(REGISTER)).toBe(0)
})

test('3.16, 5.7: leaves out empty fields, and gives no consent by default', async () => {
  const { load, send } = await newcomer()
  const { data } = await load(page, '/registration')
  expect(data).not.toMatch(/ checked\b/)
  for (const [name, label] of [
    ['isSmsPermitted', 'Хочу узнавать о скидках из СМС'],
    ['isEmailPermitted', 'Хочу получать письма о скидках'],
  ])
    expect(data).toMatch(
      new RegExp(`<input[^>]* name="${name}"[^>]*>(?:(?!<input).)*${label}`, 's'),
    )
  await send(action, '/registration', { firstName: 'Пётр', isPersonalDataAgreed: 'on' })
  const sent = sandbox.calls.find(({ endpoint }) => endpoint === REGISTER)
  expect(sent?.body).toEqual({ magnitIDCode: expect.any(String), firstName: 'Пётр' })
  expect(getCalls(CONSENTS)).toBe(0)
})

test('9.11: lets a browser send the name of a month or its number', async () => {
  const { load } = await newcomer()
  const { pattern } = (await load(loader, '/registration')).data.constraint.birthDateMonth!
  const fits = (month: string) => new RegExp(`^(?:${pattern})$`, 'u').test(month)
  const right = ['4', '04', 'апр', ' апреля ']
  expect([...right, 'ап', '123', ''].filter(fits)).toEqual(right)
})

test('sends one email confirmation, and registers also without an address or when sending fails', async () => {
  const { fill } = await newcomer()
  await Promise.all([fill({ email: 'a@example.ru' }), fill({ email: 'a@example.ru' })])
  const letters = sandbox.calls.filter(({ endpoint }) => endpoint === LETTER)
  expect(letters.map(({ body }) => body)).toEqual([{ email: 'a@example.ru' }])

  const other = await newcomer()
  spoil(LETTER, 'status')
  expect(await other.fill({ email: 'b@example.ru' })).toMatchObject({
    location: '/onboarding/1',
    flash: null,
  })
  const silent = await newcomer()
  await silent.fill()
  expect(getCalls(LETTER)).toBe(2)
})

test("8.3, 8.6: shows the gateway's refusals at their fields", async () => {
  const { fill } = await newcomer()
  expect((await fill({ firstName: 'Ошибка', email: 'a@example.ru' })).data.result.error).toEqual({
    firstName: ['Проверьте имя'],
    email: ['Проверьте адрес почты'],
  })
  expect((await fill({ email: 'a@forbidden.example' })).data.result.error).toEqual({
    email: ['Укажите личную почту'],
  })
  refuse(REGISTER, 422, 'emailForbiddenToUse')
  expect((await fill()).data.result.error).toEqual({ email: ['Укажите личную почту'] })
  sandbox.faults.clear()
  refuse(REGISTER, 422, 'validationError', 'birthDate')
  expect((await fill()).data.result.error).toEqual({ birthDateDay: ['Проверьте дату рождения'] })
  sandbox.faults.clear()
  refuse(REGISTER, 422, 'validationError')
  expect((await fill()).data.result.error).toEqual({
    '': ['Завести карту пока не удалось. Попробуйте ещё раз'],
  })
})

test.each(['cut', 'wrong-types'] as const)(
  'signs in on the next try when the gateway created the card but its response failed (%s)',
  async (mode) => {
    const { fill, user } = await newcomer()
    sandbox.faults.add({ endpoint: REGISTER, mode, times: 1 })
    expect((await fill()).status).toBe(422)
    expect(user.isRegistered).toBe(true)
    expect((await fill({ isSmsPermitted: 'on' })).location).toBe('/onboarding/1')
    expect(user.permissions.sms).toBe(true)
  },
)

test('shows a validation error at its field on a new try after a failed registration', async () => {
  const { fill, user } = await newcomer()
  sandbox.faults.add({ endpoint: REGISTER, mode: 'reset', times: 1 })
  await fill()
  expect(user.isRegistered).toBe(false)
  const { data } = await fill({ email: 'a@forbidden.example' })
  expect(data.result.error).toEqual({ email: ['Укажите личную почту'] })
  expect((await fill()).location).toBe('/onboarding/1')
})

test('reports the new card as ready when the sign-in or the saving of consents fails', async () => {
  const consenting = await newcomer()
  spoil(CONSENTS, 'status')
  expect(await consenting.fill({ isSmsPermitted: 'on' })).toMatchObject({
    location: '/onboarding/1',
    flash: { type: 'warning', title: 'Карта готова, но согласия не сохранились' },
  })
  const late = await newcomer()
  spoil('POST /v1/auth/token', 'status')
  expect(await late.fill()).toMatchObject({
    location: '/login/code',
    flash: { type: 'warning', title: 'Карта готова, но войти пока не удалось' },
  })
  sandbox.faults.clear()
  const refused = await newcomer()
  refuse('POST /v1/auth/token', 400, 'validationError')
  expect(await refused.fill()).toMatchObject({
    location: '/profile',
    flash: { type: 'success', title: 'Карта готова. Войдите по номеру телефона' },
  })
})

describe('consents of a registration', () => {
  const ticked = { isSmsPermitted: 'on', isEmailPermitted: 'on' }
  const TOKEN = 'POST /v1/auth/token'

  test('are sent when a failed sign-in succeeds on a second try with the same code', async () => {
    const { fill, send, user } = await newcomer()
    spoil(TOKEN, 'status')
    await fill(ticked)
    sandbox.faults.clear()
    expect(getCalls(CONSENTS)).toBe(0)
    expect((await send(enterCode, '/login/code')).location).toBe('/onboarding/1')
    expect(user.permissions).toMatchObject({ sms: true, email: true })
    expect(getCalls(REGISTER)).toBe(1)
  })

  test('are sent after a sign-in of the same phone with a new code, and not of another phone', async () => {
    const { fill, send, user, phone } = await newcomer()
    refuse(TOKEN, 400, 'validationError')
    await fill(ticked)
    sandbox.faults.clear()
    await send(login, '/login', { phone })
    const code = sandbox.inbox.lastCode(phone) ?? ''
    expect((await send(enterCode, '/login/code', { code })).location).toBe('/onboarding/1')
    expect(user.permissions).toMatchObject({ sms: true, email: true })

    const second = await newcomer()
    refuse(TOKEN, 400, 'validationError')
    await second.fill(ticked)
    sandbox.faults.clear()
    const other = newPhone()
    await second.send(login, '/login', { phone: other })
    sandbox.calls.length = 0
    await second.send(enterCode, '/login/code', { code: sandbox.inbox.lastCode(other) ?? '' })
    expect(getCalls(CONSENTS)).toBe(0)
    expect((await second.with(({ session }) => session.consents)).data).toBeNull()
  })

  test('are sent before later changes of the shopper, although the gateway is slow', async () => {
    const { fill, send, user } = await newcomer()
    sandbox.faults.add({ endpoint: CONSENTS, mode: 'latency', latencyMs: 500, times: 1 })
    const first = fill(ticked)
    await expect.poll(() => getCalls(CONSENTS)).toBe(1)
    // An impatient second post signs in at once.
    await fill(ticked)
    const off = { name: 'isSmsPermitted', isPermitted: 'false' }
    const { data } = await send(changeConsent, '/profile/notification/change', off)
    expect(data).toEqual({ isSaved: true })
    await first
    expect(user.permissions).toMatchObject({ sms: false, email: true })
  })

  test('are stored for an hour', async () => {
    const { fill, with: see } = await newcomer()
    spoil(TOKEN, 'status')
    await fill(ticked)
    expect((await see(({ session }) => session.consents)).data).toMatchObject({
      isSmsPermitted: true,
    })
    const now = Date.now
    Date.now = () => now() + 3_600_001
    const late = await see(({ session }) => session.consents)
    Date.now = now
    expect(late.data).toBeNull()
  })
})
