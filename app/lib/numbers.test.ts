import { expect, test } from 'vitest'

import { formatNumber, formatQuantity, spoken } from './numbers'

test.each([
  [1204, '1\u2009204'],
  [1204.5, '1\u2009204,5'],
  [-0.0001, '0'],
  [999.9996, '1\u2009000'],
])('formats %d', (value, expected) => {
  expect(formatNumber(value)).toBe(expected)
})

test.each([
  [0.0004, '0,0004'],
  [-0.0004, '\u22120,0004'],
  [0.00004321, '0,00004'],
  [0.0005, '0,0005'],
  [0.001, '0,001'],
  [0.536, '0,536'],
  [0, '0'],
  [2, '2'],
])('formats the quantity %d as %s', (value, expected) => {
  expect(formatQuantity(value)).toBe(expected)
})

test('formats numbers like Intl, which takes a browser 10 ms and more to create', () => {
  const format = new Intl.NumberFormat('ru-RU')
  const values = Array.from({ length: 3000 }, (_, at) => {
    const size = 10 ** (at % 12)
    return (at % 2 ? 1 : -1) * (at % 3 ? Math.floor(size * (1 + at / 7)) : (size * (1 + at)) / 7)
  })
  const asWritten = (value: number) =>
    format.format(value).replace(/\s/g, '\u2009').replace('-', '\u2212')
  expect(values.map(formatNumber)).toEqual(values.map(asWritten))
})

test.each([
  ['+1\u2009204 звезды', '+1204 звезды'],
  ['Всего 2\u202f040\u202f618,68\u202f₽', 'Всего 2040618,68\u202f₽'],
  ['3 из 10', '3 из 10'],
  ['1854 6057 3619 8349', '1854 6057 3619 8349'],
])('converts «%s» to «%s» for screen readers', (text, spokenText) => {
  expect(spoken(text)).toBe(spokenText)
})
