import { expect, test } from 'vitest'

import {
  findPath,
  hasAllTerms,
  MAX_TERM_LENGTH,
  readFindQuery,
  spanText,
} from './find-query.server'

const read = (fields: Record<string, string>) => readFindQuery(new URLSearchParams(fields))

test('reads search terms, sums in kopecks, days and an operation type from the query', () => {
  const { conditions, errors } = read({
    q: '  Молоко «Ёлочка» ',
    sumFrom: '1 249,90',
    sumTo: '2000',
    since: '2026-05-03',
    until: '22.11.2026',
    kind: 'REFUND',
  })
  expect(errors).toEqual({})
  expect(conditions).toEqual({
    terms: ['молоко', 'елочка'],
    sumFrom: 124990,
    sumTo: 200000,
    since: '2026-05-03',
    until: '2026-11-22',
    kind: 'REFUND',
  })
})

test.each([
  [{}, null],
  [{ q: '   ', sumFrom: '', kind: '' }, null],
  [{ kind: 'THEFT' }, null],
])('starts no search for %j', (fields, conditions) => {
  expect(read(fields)).toMatchObject({ conditions, errors: {} })
})

test.each([
  [{ q: '%' }, 'q', 'Введите слово или число'],
  [{ q: '🧀' }, 'q', 'Введите слово или число'],
  [{ q: 'я'.repeat(10_000) }, 'q', 'Слова для поиска — не длиннее 80 символов'],
  [{ sumFrom: 'сто' }, 'sumFrom', 'Сумма «от» — это число, например 1 249,90'],
  [{ sumTo: '-5' }, 'sumTo', 'Сумма «до» — это число, например 1 249,90'],
  [{ sumFrom: '100', sumTo: '99,99' }, 'sumFrom', 'Сумма «от» больше суммы «до»'],
  [{ since: '2026-02-30' }, 'since', 'Дата «с» — как 03.05.2026'],
  [{ until: '1899-12-31' }, 'until', 'Дата «по» — как 03.05.2026'],
  [{ until: 'вчера' }, 'until', 'Дата «по» — как 03.05.2026'],
  [{ since: '2026-05-04', until: '2026-05-03' }, 'since', 'Дата «с» позже даты «по»'],
])('reports the error of %j at its field, and starts no search', (fields, name, message) => {
  const { errors, conditions, typed } = read({ ...fields, kind: 'PURCHASE' })
  expect(errors).toEqual({ [name]: [message] })
  expect(conditions).toBeNull()
  expect(typed.kind).toBe('PURCHASE')
  expect(typed.q.length).toBeLessThanOrEqual(100)
})

test('lists errors in the order of the fields, with the input', () => {
  const { errors, typed } = read({ until: 'x', q: '%', sumTo: 'y' })
  expect(Object.keys(errors)).toEqual(['q', 'sumTo', 'until'])
  expect(typed).toMatchObject({ until: 'x', q: '%', sumTo: 'y' })
})

test.each<Record<string, string>>([
  { q: 'я'.repeat(MAX_TERM_LENGTH) },
  { sumFrom: '100', sumTo: '100' },
  { since: '2026-05-03', until: '2026-05-03' },
])('accepts the conditions %j at their bounds', (fields) => {
  expect(read(fields).errors).toEqual({})
})

test.each(['и\u0306огурт', 'йо\u00adгурт', '\u200bйогурт\u2060'])(
  'removes invisible characters and composes the letters in the search terms %j',
  (q) => {
    const { typed, conditions } = read({ q })
    expect([typed.q, conditions?.terms]).toEqual(['йогурт', ['йогурт']])
  },
)

test('keeps every field in the link to the next page', () => {
  const { typed } = read({ q: 'чай & сыр', sumFrom: '1 249,90', until: '2026-05-03' })
  const url = new URL(findPath(typed, 200), 'http://site')
  expect(readFindQuery(url.searchParams)).toMatchObject({ typed, offset: 200 })
  expect(
    readFindQuery(new URL(findPath(typed, null), 'http://site').searchParams).offset,
  ).toBeNull()
})

test.each([
  ['2026-05-03T10:00:00Z', '2026-11-22T10:00:00Z', 'с 3 мая по 22 ноября 2026'],
  ['2025-05-03T10:00:00Z', '2026-11-22T10:00:00Z', 'с 3 мая 2025 по 22 ноября 2026'],
  ['2026-05-03T10:00:00Z', '2026-05-03T20:00:00Z', 'за 3 мая 2026'],
])(
  'shows the year of a period once, and both years when the period crosses a new year: %s, %s',
  (from, to, text) => {
    expect(spanText(from, to).replaceAll('\u00a0', ' ')).toBe(text)
  },
)

const getTerms = (q: string) => read({ q }).conditions?.terms ?? []
const isFound = (typed: string, ...texts: string[]) => hasAllTerms(texts, getTerms(typed))

test.each([
  ['МОЛОКО', 'Молоко 3,2 %'],
  ['зеленый чай', 'Чай Зелёный листовой'],
  ['е\u0308лка', 'Ёлка'],
  ['молока', 'Молоко топлёное'],
  ['шоколад', 'Мини-шоколад'],
  ['3,2', 'Молоко 3,2 %'],
  ['ленина 5', 'ул. Ленина, д. 5'],
  ['сыр', 'Cыр российский'],
  ['Coca-Cola', 'Напиток Соса-Соlа'],
])('finds the search terms «%s» in the text «%s»', (typed, text) => {
  expect(isFound(typed, text)).toBe(true)
})

test.each([
  ['вино', 'Свинина'],
  ['молоко хлеб', 'Молоко'],
  ['хлеб', 'Хлев'],
  ['.*', 'Молоко'],
  ['чай', 'Ча'],
])('does not find the search terms «%s» in the text «%s»', (typed, text) => {
  expect(getTerms(typed).length > 0 && isFound(typed, text)).toBe(false)
})

test('matches terms across several texts of one operation', () => {
  expect(isFound('молоко ленина', 'Покупка', 'ул. Ленина, 5', 'Молоко 1 л')).toBe(true)
})
