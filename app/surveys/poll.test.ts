import { describe, expect, test } from 'vitest'

import {
  questionKey,
  checkAnswer,
  limitText,
  pollRefusals,
  RATINGS,
  readAnswers,
  type PollQuestion,
} from './poll'

const options = [
  { id: 'a', title: 'Раз' },
  { id: 'b', title: 'Два' },
]
const question = (type: PollQuestion['type'], rest: Partial<PollQuestion> = {}): PollQuestion => ({
  id: type,
  type,
  title: type,
  isRequired: true,
  ...(['SINGLE', 'MULTIPLE'].includes(type) && { options }),
  ...rest,
})

test('9.4: a rating has one to five stars', () => {
  expect(RATINGS).toEqual([1, 2, 3, 4, 5])
})

describe('an answer', () => {
  test.each([
    ['SINGLE', ['a'], { optionIds: ['a'] }],
    ['MULTIPLE', ['a', 'b', 'a'], { optionIds: ['a', 'b'] }],
    ['RATING', ['4'], { rating: 4 }],
    ['TEXT', ['  два\r\nслова '], { text: 'два\nслова' }],
  ] as const)(
    'to a question of type %s with the values %j is accepted',
    (type, given, expected) => {
      expect(checkAnswer(question(type), [...given])).toEqual({
        answer: { questionId: type, ...expected },
      })
    },
  )

  test.each([
    ['SINGLE', ['a', 'b']],
    ['SINGLE', ['c']],
    ['MULTIPLE', ['a', 'c']],
    ['RATING', ['0']],
    ['RATING', ['6']],
    ['RATING', ['4.5']],
    ['TEXT', ['а'.repeat(11)]],
  ] as const)('to a question of type %s with the values %j is refused', (type, given) => {
    const checked = checkAnswer(question(type, { maxLength: 10 }), [...given])
    expect(checked).toHaveProperty('message')
  })

  test.each(['SINGLE', 'MULTIPLE', 'RATING', 'TEXT'] as const)(
    'to a question of type %s may be missing only when the question is optional',
    (type) => {
      expect(checkAnswer(question(type), [' '])).toHaveProperty('message')
      expect(checkAnswer(question(type, { isRequired: false }), [])).toEqual({ answer: null })
    },
  )
})

test.each([
  [undefined, '1000 знаков'],
  [0, '1000 знаков'],
  [1, '1 знака'],
  [201, '201 знака'],
  [212, '212 знаков'],
])('limits a text with the maximum length %s to «%s»', (maxLength, expectedText) => {
  const text = question('TEXT', { maxLength })
  expect(limitText(text)).toBe(expectedText)
  expect(checkAnswer(text, ['а'.repeat(1001)])).toEqual({
    message: `Ответ — не длиннее ${expectedText}`,
  })
})

test('reads a posted survey by its own questions only', () => {
  const form = { SINGLE: ['a'], stranger: ['b'] }
  const read = readAnswers([question('SINGLE'), question('TEXT', { isRequired: false })], form)
  expect(read.answers).toEqual([{ questionId: 'SINGLE', optionIds: ['a'] }])
  expect(read.errors).toEqual({})
})

const notRated = { 'answer.RATING': ['Поставьте оценку от 1 до 5'] }

test('puts an error at the field of its question', () => {
  const questions = [question('MULTIPLE'), question('RATING')]
  const read = readAnswers(questions, { MULTIPLE: ['a'] })
  expect(read.errors).toEqual({ fieldErrors: notRated })
})

test.each([
  ['how-often', 'how-often'],
  ['17', '17'],
  ['a.b[0]', 'a~002eb~005b0~005d'],
  ['~007e', '~007e007e'],
  ['__proto__', '~__proto__'],
  ['constructor', '~constructor'],
  ['вопрос', '~0432~043e~043f~0440~043e~0441'],
])('turns the id %s into a key that neither nests nor reaches a prototype', (id, key) => {
  expect(questionKey({ id })).toBe(key)
})

test('refuses a survey without any answer', () => {
  const read = readAnswers([question('TEXT', { isRequired: false })], {})
  expect(read.errors).toEqual({ formErrors: ['Ответьте хотя бы на один вопрос'] })
})

test('puts the gateway’s refusal at its question', () => {
  const questions = [question('SINGLE'), question('RATING')]
  expect(pollRefusals(questions, [{ name: 'RATING' }, { name: 'pollId' }])).toEqual(notRated)
})
