import { expect, test } from 'vitest'

import { formatMoney, parseRoubles } from './money'

test.each([
  [0, '0\u2009₽'],
  [1, '0,01\u2009₽'],
  [8399, '83,99\u2009₽'],
  [8400, '84\u2009₽'],
  [8405, '84,05\u2009₽'],
  [124_990, '1\u2009249,90\u2009₽'],
  [123_456_789_00, '123\u2009456\u2009789\u2009₽'],
  [-8399, '−83,99\u2009₽'],
  [8399.4, '83,99\u2009₽'],
  [-0.2, '0\u2009₽'],
])('9.10: formats %s kopecks as %s', (kopecks, price) => {
  expect(formatMoney(kopecks)).toBe(price)
})

test.each([NaN, Infinity, -Infinity, null, undefined])('formats %s as a dash', (sum) => {
  expect(formatMoney(sum)).toBe('—')
})

test.each([
  ['84', 8400],
  ['83,99', 8399],
  ['83.9', 8390],
  ['1 249,90 ₽', 124_990],
  ['1\u2009249', 124_900],
  ['100 руб.', 10_000],
  ['99,90 Р', 9990],
  ['5 рублей', 500],
  ['1.249,90', 124_990],
  ['1,249.90', 124_990],
  ['1.249.000', 124_900_000],
  ["1'000", 100_000],
  ['от 100', 10_000],
  ['1.249', undefined],
  ['1.249.90', undefined],
  ['1.24,90', undefined],
  ['1e3', undefined],
  ['12345678901', undefined],
  ['руб', undefined],
  ['', undefined],
  ['-5', undefined],
  ['1e9', undefined],
  ['12,345', undefined],
  ['много', undefined],
  ['9'.repeat(40), undefined],
])('parses %j as %s kopecks', (text, kopecks) => {
  expect(parseRoubles(text)).toBe(kopecks)
})
