import { describe, expect, test } from 'vitest'

import { getCpuTime } from '../../tests/support/cpu-time'
import { readCode } from './one-time-code'

describe('5.3, 9.1: reading a code', () => {
  test.each([
    '12345',
    ' 12345 ',
    '12 345',
    '1 2 3 4 5',
    '12-345',
    '12–345',
    '12345.',
    '«12345»',
    'Код: 12345',
    'код 12 345',
    'ABC-12345',
    'G-12345',
    '１２３４５',
    '١٢٣٤٥',
    '१२३४५',
    '1️⃣2️⃣3️⃣4️⃣5️⃣',
    '①②③④⑤',
    '1\u200b2\u00ad3\u20604\ufeff5',
    '\u202a12345\u202c',
    'Код для входа в «Апрель»: 12345. Никому его не сообщайте.',
    'Код для входа: 12345. Действует 2 минуты. Вопросы: 8 800 000-00-00\n@april.example #12345',
    '12345 — код для входа на 24.11.2026',
  ])('finds the code in %j', (input) => {
    expect(readCode(input)).toEqual({ kind: 'code', code: '12345' })
  })
})

test.each([
  ['', 'nothing'],
  ['\u200b ', 'nothing'],
  ['1234', 'digits'],
  ['123456', 'digits'],
  ['1234-56', 'digits'],
  ['Код: 1234', 'letters'],
  ['пять', 'letters'],
  ['79000000001', 'digits'],
  ['12345 67890', 'several'],
  ['Код 12345, прежний 54321', 'several'],
] as const)('5.3, 9.1: finds no code in %j, for the reason %s', (input, kind) => {
  expect(readCode(input)).toEqual({ kind })
})

test('reads very long texts in less than 50 ms', () => {
  const long = ['1 ', '-', 'a', '\u0301', '１', '\u200b'].map((filler) => filler.repeat(60_000))
  expect(getCpuTime(() => long.forEach(readCode))).toBeLessThan(50)
})
