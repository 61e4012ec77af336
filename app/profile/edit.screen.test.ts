import { expect, test } from 'vitest'

import { testContext } from '../../tests/support/test-context'
import { action, loader } from './edit.screen'

const { shopper, sandbox, getCalls, spoil, refuse } = testContext()
const SAVE = 'PATCH /v1/profile'
const UNAVAILABLE = { '': ['Сохранить пока не удалось. Попробуйте ещё раз'] }

async function editing() {
  const { load, send, user } = await shopper()
  user.email = 'old@example.ru'
  const save = (fields: Record<string, string>) =>
    send(action, '/profile/edit', { firstName: user.firstName, email: 'old@example.ru', ...fields })
  return { load, save, user }
}

test('3.1, 4.37: shows the saved first name, email address and its state in the form', async () => {
  const { load, user } = await editing()
  const { data } = await load(loader, '/profile/edit')
  const { firstName, isEmailConfirmed } = user
  expect(data.person).toMatchObject({ firstName, email: 'old@example.ru', isEmailConfirmed })
})

test('saves a new name, and makes no call without a change', async () => {
  const { save, user } = await editing()
  expect(await save({})).toMatchObject({ location: '/profile/edit', flash: { title: 'Сохранили' } })
  expect(getCalls(SAVE)).toBe(0)
  expect((await save({ firstName: ' Ульяна ' })).flash?.title).toBe('Сохранили')
  expect(user.firstName).toBe('Ульяна')
})

test('saves a new email and sends a confirmation, or explains how to request it if that fails', async () => {
  const { save, user } = await editing()
  const { flash } = await save({ email: 'new@пример.рф' })
  expect(flash?.description).toContain('Отправили письмо на новый адрес')
  expect(user.email).toBe('new@xn--e1afmkfd.xn--p1ai')
  spoil('POST /v1/profile/email-confirm', 'status')
  expect((await save({ email: 'newer@example.ru' })).flash?.description).toContain(
    'запросите письмо',
  )
})

test.each([
  [{ firstName: '' }, 'firstName', 'Укажите имя'],
  [{ firstName: 'Я'.repeat(51) }, 'firstName', 'Имя — не длиннее 50 букв'],
  [{ email: 'не почта' }, 'email', 'В адресе почты нет знака @. Пример: name@example.ru'],
  [{ email: '' }, 'email', 'Почту можно заменить, но не стереть: укажите другой адрес'],
])('shows an error for %o at its field and keeps the input', async (fields, name, message) => {
  const { save } = await editing()
  const { status, data } = await save(fields)
  expect(status).toBe(422)
  expect(data.result.error).toEqual({ [name]: [message] })
  // Emptied fields are absent.
  const typed = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))
  expect(data.result.initialValue).toMatchObject(typed)
  expect(getCalls(SAVE)).toBe(0)
})

test("4.4, 5.8, 8.3: shows the gateway's refusals at their fields", async () => {
  const { save } = await editing()
  expect((await save({ email: 'a@forbidden.example' })).data.result.error).toEqual({
    email: ['Укажите личную почту'],
  })
  refuse(SAVE, 422, 'emailForbiddenToUse')
  expect((await save({ firstName: 'Ульяна' })).data.result.error).toEqual({
    email: ['Укажите личную почту'],
  })
  sandbox.faults.clear()
  refuse(SAVE, 422, 'validationError', 'firstName')
  expect((await save({ firstName: 'Ульяна' })).data.result.error).toEqual({
    firstName: ['Проверьте имя'],
  })
  sandbox.faults.clear()
  refuse(SAVE, 422, 'validationError', 'constructor')
  expect((await save({ firstName: 'Олеся' })).data.result.error).toEqual(UNAVAILABLE)
  sandbox.faults.clear()
  refuse(SAVE, 422, 'incomplete_profile_info')
  expect((await save({ firstName: 'Олеся' })).location).toBe(
    '/profile/incomplete?returnTo=/profile/edit',
  )
})

test('refuses with a warning to save the form of a page that was loaded for another shopper', async () => {
  const first = await editing()
  const { formId } = await first.load(loader, '/profile/edit')
  const next = await editing()
  const name = next.user.firstName
  expect(await next.save({ firstName: 'Чужое', formId })).toMatchObject({
    status: 303,
    location: '/profile/edit',
    flash: { type: 'warning', title: 'Эта страница была открыта под другим номером' },
  })
  expect([next.user.firstName, getCalls(SAVE)]).toEqual([name, 0])
  expect((await first.save({ firstName: 'Ульяна', formId })).flash?.title).toBe('Сохранили')
})

test('shows saved changes as saved when the gateway saves them but returns an invalid response', async () => {
  const { save, user } = await editing()
  spoil(SAVE, 'wrong-types')
  expect((await save({ firstName: 'Ульяна' })).flash?.title).toBe('Сохранили')
  expect(user.firstName).toBe('Ульяна')
})

test('4.1: keeps the input when the stored profile fails to load', async () => {
  const { save } = await editing()
  spoil('GET /v1/profile', 'malformed')
  const typed = { firstName: 'Ульяна' }
  expect(await save(typed)).toMatchObject({
    status: 503,
    data: { result: { initialValue: typed } },
  })
})
