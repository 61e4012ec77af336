import { expect, test } from 'vitest'
import { z } from 'zod'

import { readForm } from './form.server'
import { profileFields } from './profile-form.server'

const post = (fields: Record<string, string>) =>
  new Request('https://april.example/form', {
    method: 'POST',
    body: new URLSearchParams(fields),
  })

test('every field is read as it was meant, and shown so again', async () => {
  const schema = z.object({ text: z.string(), list: z.array(z.string()) })
  const typed = { text: 'мо\u00adло\u200bко\u00a0и\u0306\r\n\u2014 да', list: '\ufeffa' }
  const meant = { text: 'молоко й\r\n- да', list: ['a'] }
  const read = await readForm(post(typed), schema)
  expect(read.submission).toMatchObject({ value: meant, payload: { text: meant.text } })
})

const person = z.object(profileFields)
const fieldOf = async (fields: Record<string, string>) => {
  const { submission } = await readForm(post({ firstName: 'Анна', ...fields }), person)
  return submission.status === 'success' ? submission.value : submission.error
}

test.each([
  ['Ан\u200bна', 'Анна'],
  ['Ан\u00adна', 'Анна'],
  ['\u200eАнна', 'Анна'],
  ['Анна\u00a0Мария', 'Анна Мария'],
  ['Анна\u2009Мария', 'Анна Мария'],
  ['Анна\u2011Мария', 'Анна-Мария'],
  ['Андреи\u0306', 'Андрей'],
  ['и\u0306'.repeat(50), 'й'.repeat(50)],
])('a name with what cannot be seen is a name: %j', async (typed, meant) => {
  expect(await fieldOf({ firstName: typed })).toMatchObject({ firstName: meant })
})

test.each([
  ['anna@mail.ru\u200e', 'anna@mail.ru'],
  ['\u2066anna@mail.ru\u2069', 'anna@mail.ru'],
  ['anna@mail\u2011box.ru', 'anna@mail-box.ru'],
])('an address of mail as well: %j', async (typed, meant) => {
  expect(await fieldOf({ email: typed })).toMatchObject({ email: meant })
})

test('and a day, month and year in digits of any script', async () => {
  const date = { birthDateDay: '１２', birthDateMonth: '٠٤', birthDateYear: '1985\u200b' }
  expect(await fieldOf(date)).toMatchObject({ birthDateDay: '12', birthDateMonth: '04' })
})
