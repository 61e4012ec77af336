import type { AppLoadContext } from '@remix-run/node'
import { describe, expect, test } from 'vitest'

import { newPhone, testContext } from '../../tests/support/test-context'
import { requireShopper } from '../session/guards.server'
import { action, loader } from './incomplete.screen'

const { sandbox, visitor, shopper, callsOf, spoil, refuse } = testContext()
const SAVE = 'PATCH /v1/profile'
const LETTER = 'POST /v1/profile/email-confirm'
const fields = {
  firstName: 'Ульяна',
  birthDateDay: '1',
  birthDateMonth: '2',
  birthDateYear: '1990',
  email: 'u@example.ru',
}

/** A shopper who was registered without a name and a date of birth. */
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
  const { load, send } = await visitor(phone)
  return {
    load,
    user,
    fill: (changes: Record<string, string> = {}, path = '/profile/incomplete') =>
      send(action, path, { ...fields, ...changes }),
  }
}

test('the form shows the saved data', async () => {
  const { load } = await nameless()
  const { data } = await load(loader, '/profile/incomplete')
  expect(data.values).toMatchObject({ firstName: '', birthDateDay: '', email: '' })
})

test('what was missing is saved, and the way goes on', async () => {
  const { fill } = await nameless()
  const { location } = await fill({}, '/profile/incomplete?returnTo=/qr')
  expect(location).toBe('/qr')
})

test('an address that is not confirmed yet is sent its letter, whatever becomes of it', async () => {
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
  expect(callsOf(LETTER)).toBe(2)
})

test('wrong fields and refusals are shown in place, with what was typed', async () => {
  const { fill } = await nameless()
  const wrong = await fill({ firstName: '1', birthDateYear: '3000' })
  expect(wrong.status).toBe(422)
  expect(Object.keys(wrong.data.result.error ?? {})).toEqual(['firstName', 'birthDateYear'])
  expect(wrong.data.result.initialValue).toMatchObject({ firstName: '1', birthDateYear: '3000' })
  expect(callsOf(SAVE)).toBe(0)
  expect((await fill({ email: 'a@forbidden.example' })).data.result.error).toEqual({
    email: ['Укажите личную почту'],
  })
})

test('a field that the gateway requires cannot be emptied, and its error says so', async () => {
  const { fill, user } = await nameless()
  Object.assign(user, { email: 'known@example.ru', birthDate: '1990-02-01' })
  const emailless = {
    result: { error: { email: [expect.stringContaining('не стереть')] } },
  }
  expect((await fill({ email: '' })).data).toMatchObject(emailless)
  expect(callsOf(SAVE)).toBe(0)

  const { send, user: whole } = await shopper()
  whole.email = null
  const dateless = { ...fields, birthDateDay: '', birthDateMonth: '', birthDateYear: '', email: '' }
  expect((await send(action, '/profile/incomplete', dateless)).data.result.error).toEqual({
    birthDateDay: ['Дату рождения можно исправить, но не стереть'],
  })
  // A failed check blocks no shopper.
  refuse('GET /v1/profile', 422, 'incomplete_profile_info')
  expect((await fill({ email: '' })).location).toBe('/today')
})

test('what was saved is shown as saved, though completeness is unknown', async () => {
  const { fill, load, user } = await nameless()
  spoil('GET /v1/keeperid/bunch', 'status')
  expect(await fill()).toMatchObject({ location: '/today' })
  expect(user.firstName).toBe(fields.firstName)
  const next = await load(({ request, context }) => requireShopper(request, context), '/today')
  expect(next.status).toBe(200)
})

test('saved changes are shown as saved, however the gateway describes them then', async () => {
  const { fill, user } = await nameless()
  spoil(SAVE, 'wrong-types')
  expect((await fill()).location).toBe('/today')
  expect(user.firstName).toBe(fields.firstName)
})

test('a date that is left out is missed at its field, without a call', async () => {
  const { fill } = await nameless()
  const dateless = { birthDateDay: '', birthDateMonth: '', birthDateYear: '' }
  const missing = { birthDateDay: ['Укажите дату рождения'] }
  expect((await fill(dateless)).data.result.error).toEqual(missing)
  expect((await fill({ ...dateless, firstName: '' })).data.result.error).toEqual({
    firstName: ['Укажите имя'],
    ...missing,
  })
  expect(callsOf(SAVE)).toBe(0)
})

describe('a shopper of whom the programme lacks nothing', () => {
  const dateless = { birthDateDay: '', birthDateMonth: '', birthDateYear: '' }

  test('is asked for nothing, and may go on without an answer', async () => {
    const { load, user } = await shopper()
    user.birthDate = null
    const path = '/profile/incomplete?returnTo=/profile/stars'
    const { data } = await load(loader, path)
    expect(data).toMatchObject({ isIncomplete: false, leadsTo: '/profile/stars' })
    const elsewhere = await load(loader, '/profile/incomplete?returnTo=//evil.example')
    expect(elsewhere.data.leadsTo).toBe('/today')
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

test.each(['status', 'reset', 'malformed'] as const)(
  'a gateway that answers with %s loses nothing of the form',
  async (trouble) => {
    const { fill } = await nameless()
    spoil(SAVE, trouble)
    const { data } = await fill()
    expect(data).toMatchObject({
      result: {
        initialValue: fields,
        error: { '': ['Сохранить пока не получилось. Попробуйте ещё раз'] },
      },
    })
  },
)

describe('what the gateway says of the shopper is followed from any call', () => {
  const balance = ({ gateways }: AppLoadContext) => gateways.account.getBalance()

  test.each(['incompleteProfile', 'incomplete_profile_info'])(
    '%s leads to the missing fields, and is remembered',
    async (code) => {
      const { with: run, load } = await shopper()
      refuse('GET /v3/user/balance', 422, code)
      expect((await run(balance)).location).toBe('/profile/incomplete?returnTo=%2F')
      expect((await run(({ session }) => session.completeness)).data).toBe('incomplete')
      refuse('GET /v1/profile', 422, code)
      expect((await load(loader, '/profile/incomplete')).status).toBe(200)
    },
  )

  test('a change that is refused so says at its form what is missing', async () => {
    const { fill } = await nameless()
    refuse(SAVE, 422, 'incompleteProfile')
    expect((await fill()).data.result.error?.['']?.[0]).toContain('Данных всё ещё не хватает')
  })

  test('user_not_found of the profile ends the session and leads to sign in, of another call nothing', async () => {
    const { with: run } = await shopper()
    refuse('GET /v3/user/balance', 404, 'user_not_found')
    await expect(run(balance)).rejects.toThrow('user_not_found')
    expect((await run(({ session }) => session.isSignedIn())).data).toBe(true)
    refuse('GET /v1/profile', 404, 'user_not_found')
    expect(await run(({ gateways }) => gateways.identity.getProfile())).toMatchObject({
      location: '/login?returnTo=%2F',
      flash: { title: 'Не нашли вашу карту' },
    })
    expect((await run(({ session }) => session.isSignedIn())).data).toBe(false)
  })

  test('of a guest nothing is followed', async () => {
    const { with: run } = await visitor()
    refuse('GET /v1/v1-market/adfox', 404, 'user_not_found')
    const asked = await run(({ gateways }) =>
      gateways.account.listBanners('today').catch((error: unknown) => String(error)),
    )
    expect(asked.data).toContain('user_not_found')
  })
})
