import type { AppLoadContext } from '@remix-run/node'
import { describe, expect, test } from 'vitest'

import { newPhone, testContext } from '../../tests/support/test-context'
import { action, loader } from './incomplete.screen'

const { sandbox, visitor, shopper, getCalls, spoil, refuse } = testContext()
const SAVE = 'PATCH /v1/profile'
const LETTER = 'POST /v1/profile/email-confirm'
const COMPLETENESS = 'GET /v1/keeperid/bunch'
const fields = {
  firstName: 'Ульяна',
  birthDateDay: '1',
  birthDateMonth: '2',
  birthDateYear: '1990',
  email: 'u@example.ru',
}
const dateless = { birthDateDay: '', birthDateMonth: '', birthDateYear: '' }

/** A shopper registered without a name and a date of birth. */
async function nameless() {
  const phone = newPhone()
  const user = sandbox.state.user(phone)
  Object.assign(user, {
    persona: 'incomplete',
    firstName: '',
    birthDate: null,
    email: null,
    isEmailConfirmed: false,
  })
  const { load, send, with: within } = await visitor(phone)
  return {
    load,
    with: within,
    user,
    fill: (changes: Record<string, string> = {}, path = '/profile/incomplete') =>
      send(action, path, { ...fields, ...changes }),
  }
}

test('shows the saved profile in the form, with empty fields for missing data', async () => {
  const { load } = await nameless()
  const { data } = await load(loader, '/profile/incomplete')
  expect(data.values).toMatchObject({ firstName: '', birthDateDay: '', email: '' })
})

test('saves missing data, then redirects to the requested page', async () => {
  const { fill } = await nameless()
  const { location } = await fill({}, '/profile/incomplete?returnTo=/qr')
  expect(location).toBe('/qr')
})

test('sends an email confirmation to an unconfirmed address only, and redirects even if that fails', async () => {
  const first = await nameless()
  await first.fill()
  const sent = sandbox.calls.filter(({ endpoint }) => endpoint === LETTER)
  expect(sent.map(({ body }) => body)).toEqual([{ email: fields.email }])

  const second = await nameless()
  spoil(LETTER, 'status')
  expect((await second.fill()).location).toBe('/today')

  const confirmed = await nameless()
  Object.assign(confirmed.user, { email: fields.email, isEmailConfirmed: true })
  await confirmed.fill()
  await (await nameless()).fill({ email: '' })
  expect(getCalls(LETTER)).toBe(2)
})

const open = (load: Awaited<ReturnType<typeof shopper>>['load'], path = '/today') =>
  load(() => null, path)

test('4.2, 4.3, 4.4, 4.6: lets a shopper pass after another device completed the profile', async () => {
  const { load, user, with: run } = await nameless()
  const getFlag = async () => (await run(({ session }) => session.completeness)).data
  expect(await getFlag()).toBeNull()
  for (const path of ['/today', '/qr', '/coupons?tab=mine', '/profile', '/profile/edit']) {
    const incomplete = `/profile/incomplete?returnTo=${encodeURIComponent(path)}`
    expect((await open(load, path)).location).toBe(incomplete)
    expect(await getFlag()).toBe('incomplete')
  }
  Object.assign(user, { firstName: fields.firstName, birthDate: '1990-02-01' })
  expect((await open(load)).status).toBe(200)
  expect(await getFlag()).toBe('valid')
  await open(load)
  expect(getCalls(COMPLETENESS)).toBe(6)
})

test('4.5: a check that is refused with a 422 and another code means a complete profile', async () => {
  const { load, with: run } = await nameless()
  refuse(COMPLETENESS, 422, 'validationError')
  expect((await open(load)).status).toBe(200)
  expect((await run(({ session }) => session.completeness)).data).toBe('valid')
})

test('shows errors and refusals at their fields and keeps the input', async () => {
  const { fill } = await nameless()
  const wrong = await fill({ firstName: '1', birthDateYear: '3000' })
  expect(wrong.status).toBe(422)
  expect(Object.keys(wrong.data.result.error ?? {})).toEqual(['firstName', 'birthDateYear'])
  expect(wrong.data.result.initialValue).toMatchObject({ firstName: '1', birthDateYear: '3000' })
  expect(getCalls(SAVE)).toBe(0)
  expect((await fill({ email: 'a@forbidden.example' })).data.result.error).toEqual({
    email: ['Укажите личную почту'],
  })
})

test('shows an error when the shopper empties an email or birth date that is already saved', async () => {
  const { fill, user } = await nameless()
  Object.assign(user, { email: 'known@example.ru', birthDate: '1990-02-01' })
  const emailless = { result: { error: { email: [expect.stringContaining('не стереть')] } } }
  expect((await fill({ email: '' })).data).toMatchObject(emailless)
  expect(getCalls(SAVE)).toBe(0)

  const { send, user: whole } = await shopper()
  whole.email = null
  const emptied = { ...fields, ...dateless, email: '' }
  expect((await send(action, '/profile/incomplete', emptied)).data.result.error).toEqual({
    birthDateDay: ['Дату рождения можно исправить, но не стереть'],
  })
  // A failed check blocks no shopper.
  refuse('GET /v1/profile', 422, 'incomplete_profile_info')
  expect((await fill({ email: '' })).location).toBe('/today')
})

test.each([
  { email: 'нет' },
  { email: 'ivan@mail' },
  { email: 'j(k)@company.ru' },
  { firstName: 'Мария (Маша)' },
  { firstName: 'Анна, Пётр' },
  { firstName: 'Я'.repeat(60) },
  { firstName: 'Анна\u00a0\u2014\u00a0Мария' },
])('neither judges nor sends the stored %j, which the shopper has not changed', async (stored) => {
  const { fill, load, user } = await nameless()
  Object.assign(user, { firstName: 'Анна', email: 'a@example.ru', ...stored })
  const values = (await load(loader, '/profile/incomplete')).data.values as Record<string, string>
  const { firstName = '', email = '' } = values
  expect((await fill({ firstName, email })).location).toBe('/today')
  const [sent] = sandbox.calls.filter(({ endpoint }) => endpoint === SAVE)
  expect(sent?.body).toEqual({ birthDate: '1990-02-01' })
})

test('neither judges nor sends a stored birth date that today’s rules refuse', async () => {
  const { fill, load, user } = await nameless()
  Object.assign(user, { birthDate: '1850-01-01' })
  const values = (await load(loader, '/profile/incomplete')).data.values as Record<string, string>
  expect((await fill({ ...values, firstName: 'Анна' })).location).toBe('/today')
  const [sent] = sandbox.calls.filter(({ endpoint }) => endpoint === SAVE)
  expect(sent?.body).toEqual({ firstName: 'Анна' })
})

test('redirects with the data saved when the check for completeness fails afterwards', async () => {
  const { fill, load, user } = await nameless()
  spoil(COMPLETENESS, 'status')
  expect(await fill()).toMatchObject({ location: '/today' })
  expect(user.firstName).toBe(fields.firstName)
  expect((await open(load)).status).toBe(200)
})

test('stays with an error when the saved profile still lacks data', async () => {
  const { fill } = await nameless()
  refuse(COMPLETENESS, 422, 'incomplete_profile_info')
  const { data } = await fill()
  expect(data.result.error?.['']?.[0]).toContain('Данных всё ещё не хватает')
})

test('redirects with the changes saved when the gateway saves them but returns an invalid response', async () => {
  const { fill, user } = await nameless()
  spoil(SAVE, 'wrong-types')
  expect((await fill()).location).toBe('/today')
  expect(user.firstName).toBe(fields.firstName)
})

test('shows an error for a missing birth date at its field, and saves nothing', async () => {
  const { fill } = await nameless()
  const missing = { birthDateDay: ['Укажите дату рождения'] }
  expect((await fill(dateless)).data.result.error).toEqual(missing)
  expect((await fill({ ...dateless, firstName: '' })).data.result.error).toEqual({
    firstName: ['Укажите имя'],
    ...missing,
  })
  expect(getCalls(SAVE)).toBe(0)
})

describe('a shopper with a complete profile', () => {
  test('may continue without filling in the form', async () => {
    const { load, user } = await shopper()
    user.birthDate = null
    const path = '/profile/incomplete?returnTo=/profile/stars'
    const { data } = await load(loader, path)
    expect(data).toMatchObject({ isIncomplete: false, nextHref: '/profile/stars' })
    const elsewhere = await load(loader, '/profile/incomplete?returnTo=//evil.example')
    expect(elsewhere.data.nextHref).toBe('/today')
    expect((await (await nameless()).load(loader, path)).data.isIncomplete).toBe(true)
  })

  test('may save the form without a birth date', async () => {
    const { send, user } = await shopper()
    user.birthDate = null
    const sent = { ...fields, ...dateless }
    expect((await send(action, '/profile/incomplete', sent)).location).toBe('/today')
    expect([user.firstName, user.birthDate]).toEqual([fields.firstName, null])
    const wrong = await send(action, '/profile/incomplete', { ...sent, birthDateDay: '45' })
    expect(wrong.status).toBe(422)
  })
})

test('keeps the input when the gateway fails', async () => {
  const { fill } = await nameless()
  spoil(SAVE, 'reset')
  const error = { '': ['Сохранить пока не удалось. Попробуйте ещё раз'] }
  expect((await fill()).data).toMatchObject({ result: { initialValue: fields, error } })
})

describe('error codes of the gateway about the profile', () => {
  const balance = ({ gateways }: AppLoadContext) => gateways.account.getBalance()

  test.each(['incompleteProfile', 'incomplete_profile_info'])(
    '4.4, 8.3: redirect to the missing fields for %s, and mark the profile in the session as incomplete',
    async (code) => {
      const { with: run, load } = await shopper()
      refuse('GET /v3/user/balance', 422, code)
      expect((await run(balance)).location).toBe('/profile/incomplete?returnTo=%2F')
      expect((await run(({ session }) => session.completeness)).data).toBe('incomplete')
      refuse('GET /v1/profile', 422, code)
      expect((await load(loader, '/profile/incomplete')).status).toBe(200)
    },
  )

  test('4.4: show an error in the form when the gateway refuses a change as incomplete', async () => {
    const { fill } = await nameless()
    refuse(SAVE, 422, 'incompleteProfile')
    expect((await fill()).data.result).toMatchObject({
      error: { '': ['Данных всё ещё не хватает: заполните имя и дату рождения'] },
      initialValue: fields,
    })
  })

  test('8.3: end the session for user_not_found of the profile, and not of another call', async () => {
    const { with: run } = await shopper()
    const profile = async () => run(({ gateways }) => gateways.identity.getProfile())
    refuse('GET /v3/user/balance', 404, 'user_not_found')
    await expect(run(balance)).rejects.toThrow('user_not_found')
    // A failing gateway says nothing about the shopper.
    refuse('GET /v1/profile', 500, 'user_not_found')
    await expect(profile()).rejects.toThrow('user_not_found')
    expect((await run(({ session }) => session.isSignedIn())).data).toBe(true)
    sandbox.faults.clear()
    refuse('GET /v1/profile', 404, 'user_not_found')
    expect(await profile()).toMatchObject({
      location: '/login?returnTo=%2F',
      flash: { title: 'Не нашли вашу карту' },
    })
    expect((await run(({ session }) => session.isSignedIn())).data).toBe(false)
  })

  test('have no effect for a guest', async () => {
    const { with: run } = await visitor()
    refuse('GET /v1/v1-market/adfox', 404, 'user_not_found')
    const asked = await run(({ gateways }) =>
      gateways.account.listBanners('today').catch((error: unknown) => String(error)),
    )
    expect(asked.data).toContain('user_not_found')
  })
})
