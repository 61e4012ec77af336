import { expect, test } from 'vitest'

import { newPhone, testContext } from '../../tests/support/test-context'
import { action, loader } from './incomplete.screen'

const { sandbox, visitor, callsOf, spoil } = testContext()
const SAVE = 'PATCH /v1/profile'
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
  Object.assign(sandbox.state.user(phone), {
    persona: 'incomplete',
    firstName: '',
    birthDate: null,
    email: null,
  })
  const { load, send } = await visitor(phone)
  return {
    load,
    fill: (changes: Record<string, string> = {}, path = '/profile/incomplete') =>
      send(action, path, { ...fields, ...changes }),
  }
}

test('the form shows what is known already', async () => {
  const { load } = await nameless()
  const { data } = await load(loader, '/profile/incomplete')
  expect(data.values).toMatchObject({ firstName: '', birthDateDay: '', email: '' })
})

test('what was missing is saved, and the way goes on', async () => {
  const { fill } = await nameless()
  const { location } = await fill({}, '/profile/incomplete?returnTo=/qr')
  expect(location).toBe('/qr')
})

test('wrong fields and refusals are said in place, with what was typed', async () => {
  const { fill } = await nameless()
  const wrong = await fill({ firstName: '1', birthDateYear: '3000' })
  expect(wrong.status).toBe(422)
  expect(wrong.data.errors.map(({ fieldId }) => fieldId)).toEqual(['firstName', 'birthDateYear'])
  expect(wrong.data.values).toMatchObject({ firstName: '1', birthDateYear: '3000' })
  expect(callsOf(SAVE)).toBe(0)
  expect((await fill({ email: 'a@forbidden.example' })).data.errors).toEqual([
    { fieldId: 'email', message: 'Укажите личную почту' },
  ])
  const dateless = await fill({ birthDateDay: '', birthDateMonth: '', birthDateYear: '' })
  expect(dateless.data.errors[0]?.message).toContain('Данных всё ещё не хватает')
})

test.each(['status', 'reset', 'malformed', 'wrong-types'] as const)(
  'a gateway that answers with %s loses nothing of the form',
  async (trouble) => {
    const { fill } = await nameless()
    spoil(SAVE, trouble)
    const { data } = await fill()
    expect(data).toMatchObject({
      values: fields,
      errors: [{ fieldId: null, message: 'Сохранить пока не получилось. Попробуйте ещё раз' }],
    })
  },
)
