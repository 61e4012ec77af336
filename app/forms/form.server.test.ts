import { describe, expect, test } from 'vitest'
import { z } from 'zod'

import { getConstraints, readForm } from './form.server'
import { profileShape } from '~/domain/profile-fields.server'

const post = (fields: Record<string, string>) =>
  new Request('https://april.example/form', {
    method: 'POST',
    body: new URLSearchParams(fields),
  })

test('reads every field, and returns it as typed', async () => {
  const schema = z.object({ text: z.string(), list: z.array(z.string()) })
  const typed = { text: 'мо\u00adло\u200bко\u00a0и\u0306\r\n\u2014 да', list: '\ufeffa' }
  const meant = { text: 'молоко й\r\n- да', list: ['a'] }
  const read = await readForm(post(typed), schema)
  expect(read.submission).toMatchObject({ value: meant, payload: { text: meant.text } })
})

const person = z.object(profileShape)
const getField = async (fields: Record<string, string>) => {
  const { submission } = await readForm(post({ firstName: 'Анна', ...fields }), person)
  return submission.status === 'success' ? submission.value : submission.error
}

test.each([
  ['firstName', 'Ан\u200bна', 'Анна'],
  ['firstName', 'Анна\u00a0Мария', 'Анна Мария'],
  ['firstName', 'и\u0306'.repeat(50), 'й'.repeat(50)],
  ['email', 'anna@mail.ru\u200e', 'anna@mail.ru'],
])('removes invisible characters of the field %s: %j', async (name, typed, meant) => {
  expect(await getField({ [name]: typed })).toMatchObject({ [name]: meant })
})

test('reads a date in digits of any script', async () => {
  const date = { birthDateDay: '１２', birthDateMonth: '٠٤', birthDateYear: '1985\u200b' }
  expect(await getField(date)).toMatchObject({ birthDateDay: '12', birthDateMonth: '04' })
})

describe('conform gets only fields of the schema', () => {
  const schema = z.object({
    name: z.string(),
    boxes: z.array(z.string()),
    answer: z.object({ first: z.array(z.string()) }),
  })
  const read = async (body: string) => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
    const request = new Request('https://april.example/form', { method: 'POST', headers, body })
    return (await readForm(request, schema)).submission.payload
  }

  test.each([
    ['names outside the schema', 'name=x&other=1&=2', { name: 'x' }],
    ['a second value of a field', 'name=x&name=y', { name: 'x' }],
    ['an intent and a state', 'name=x&__intent__=%7B%22type%22%3A1%7D&__state__=[', { name: 'x' }],
    [
      'nested names below a field',
      'name=x&name.a=1&name[0]=2&boxes[0]=3&answer[first]=4',
      { name: 'x' },
    ],
    [
      'names that reach a prototype',
      'name=x&__proto__.polluted=1&__proto__[polluted]=1&constructor.prototype.polluted=1&answer.__proto__=1',
      { name: 'x' },
    ],
    ['empty values', 'name=&name=%E2%80%8B&boxes=&boxes=a', { boxes: 'a' }],
  ])('without %s', async (_, body, payload) => {
    expect(await read(body)).toEqual(payload)
    expect({}).not.toHaveProperty('polluted')
  })

  test('with at most a hundred values of a list', async () => {
    const payload = await read('boxes=1&answer.first=2&'.repeat(2000))
    expect(payload).toEqual({
      boxes: Array(100).fill('1'),
      answer: { first: Array(100).fill('2') },
    })
  })

  test('with at most a hundred open names, and none that reaches a prototype', async () => {
    const open = z.object({ answers: z.object({}).catchall(z.string()) })
    const names = ['__proto__', 'constructor', ...Array.from({ length: 150 }, (_, i) => `q${i}`)]
    const { submission } = await readForm(
      post(Object.fromEntries(names.map((name) => [`answers.${name}`, 'x']))),
      open,
    )
    const { answers } = submission.payload as { answers: object }
    expect(Object.keys(answers)).toEqual(Array.from({ length: 100 }, (_, i) => `q${i}`))
  })

  test.each([
    'a&',
    'name&',
    'name=1&',
    'boxes=1&',
    'name.a=1&',
    'answer.first[0]=1&',
    '__intent__=[&',
  ])('within 500 ms from a body of 64 kB of %s', async (piece) => {
    const cost = async (bytes: number) => {
      const body = piece.repeat(bytes / piece.length)
      const start = performance.now()
      await read(body)
      return performance.now() - start
    }
    await cost(64_000)
    // Reading took ten seconds when conform parsed all names first.
    expect(await cost(64_000)).toBeLessThan(500)
  })
})

test.each(['multipart/form-data; boundary=x', 'text/plain', 'application/json', ''])(
  'refuses a form with the content type «%s»',
  async (type) => {
    const request = new Request('https://april.example/form', { method: 'POST', body: 'a=1' })
    request.headers.set('Content-Type', type)
    await expect(readForm(request, person)).rejects.toMatchObject({ init: { status: 415 } })
  },
)

test("accepts only a UUID as the form's id", async () => {
  const id = '7b1f6a52-0c5e-4a52-9d1b-2f7f5f0a8f11'
  expect((await readForm(post({ formId: id }), person)).formId).toBe(id)
  expect((await readForm(post({ formId: 'session:1' }), person)).formId).toBeUndefined()
})

test('sends browsers no pattern that they cannot compile', () => {
  const newer = '^[[a-z]--[bc]]+$'
  const schema = z.object({
    forOlder: z.string().regex(/^[a(]+$/),
    forNewer: z.string().regex(new RegExp(newer, 'v')),
    code: z.string().regex(/^\d+$/),
  })
  expect(getConstraints(schema)).toEqual({
    forOlder: { required: true },
    forNewer: { required: true },
    code: { required: true, pattern: '^\\d+$' },
  })
})

test('returns only the first error message of a field', async () => {
  const { submission } = await readForm(post({ firstName: ' ' }), person)
  expect(submission.reply().error).toEqual({ firstName: ['Укажите имя'] })
})

test("derives the browser's constraints from the schema", () => {
  const schema = z.object({
    ...profileShape,
    note: z.string().max(20).optional(),
    boxes: z.array(z.string()),
    isAgreed: z.literal('on'),
    answer: z.object({ first: z.string().max(5) }),
  })
  const constraints = getConstraints(schema)
  expect(constraints).toMatchObject({
    firstName: { required: true, maxLength: 50 },
    birthDateYear: { pattern: expect.any(String) },
    email: { maxLength: 254 },
    note: { maxLength: 20 },
    isAgreed: { required: true },
    'answer.first': { required: true, maxLength: 5 },
  })
  expect(constraints).not.toHaveProperty('boxes')
  const fits = (name: string, value: string) =>
    new RegExp(`^(?:${constraints[name]?.pattern})$`, 'v').test(value)
  expect(['О’Нил-Петрова', 'Анна', '1', '-'].map((name) => fits('firstName', name))).toEqual([
    true,
    true,
    false,
    false,
  ])
  expect(['1985', '85', '１９８５'].map((year) => fits('birthDateYear', year))).toEqual([
    true,
    false,
    true,
  ])
})
