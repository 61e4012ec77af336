import { describe, expect, test } from 'vitest'

import { formatProductsQuery, parseProductsQuery, sorts } from './product-query.server'

const parse = (search: string) => parseProductsQuery(new URLSearchParams(search))
const nothing = { term: '', sort: 'popular', page: 1, filters: [] }

test('2.49: has five orders, popular products first', () => {
  expect(sorts.map(({ id, type, order }) => [id, type, order])).toEqual([
    ['popular', 'popularity', 'desc'],
    ['discount', 'discount', 'desc'],
    ['cheap', 'price', 'asc'],
    ['dear', 'price', 'desc'],
    ['rating', 'rating', 'desc'],
  ])
})

test('reads an empty address as the first page of popular products', () => {
  expect(parse('')).toEqual(nothing)
})

test.each([
  'sort=worst',
  'page=0',
  'page=-1',
  'page=1.5',
  'page=NaN',
  'page=1e99',
  'page=',
  'f.=x',
  'f.brand=',
  `f.brand=${'x'.repeat(101)}`,
  `f.${'x'.repeat(65)}=1`,
  'from.price=%20',
  'other=1',
  'q=%00%20%E2%80%AE',
])('ignores the invalid query %s', (search) => {
  expect(parse(search)).toEqual(nothing)
})

test('reads term, order, page and filters', () => {
  expect(
    parse('q=+молоко++2,5+&sort=cheap&page=3&f.brand=А&f.brand=Б&f.brand=А&from.price=50'),
  ).toEqual({
    term: 'молоко 2,5',
    sort: 'cheap',
    page: 3,
    filters: [
      { id: 'brand', values: ['А', 'Б'], from: '', to: '' },
      {
        id: 'price',
        values: [],
        from: '50',
        to: '',
      },
    ],
  })
})

test('cuts a search term to 100 characters without splitting an emoji', () => {
  const { term } = parse(`q=${encodeURIComponent('🍏'.repeat(150))}`)
  expect(term).toBe('🍏'.repeat(100))
})

test.each([
  ['decomposed letters', 'и\u0306огурт', 'йогурт'],
  ['soft hyphens', 'ультра\u00adпасте\u00adри\u00adзован\u00adное', 'ультрапастеризованное'],
  ['invisible characters', '\u200bмо\u2060локо\u200e', 'молоко'],
  ['special spaces and dashes', 'кока\u2011кола\u00a02\u2009л', 'кока-кола 2 л'],
])('normalises a search term: %s', (_, typed, term) => {
  expect(parse(`q=${encodeURIComponent(typed)}`).term).toBe(term)
  const price = parse(`from.price=${encodeURIComponent('１\u00a0２００')}`).filters[0]
  expect(price?.from).toBe('1 200')
})

test('reads markup in a search term as text, unchanged', () => {
  expect(parse(`q=${encodeURIComponent('<script>alert(1)</script>')}`).term).toBe(
    '<script>alert(1)</script>',
  )
})

test('reads at most 20 of 3000 filters, with at most 400 values each', () => {
  const many = Array.from({ length: 3000 }, (_, n) => `f.id${n}=1&f.a=${n}`).join('&')
  const { filters } = parse(many)
  expect(filters).toHaveLength(20)
  expect(Math.max(...filters.map(({ values }) => values.length))).toBe(400)
  expect(parse(`f.brand=${'x'.repeat(100)}`).filters).toHaveLength(1)
})

describe('an address made of a query', () => {
  test('is empty for the defaults', () => {
    expect(formatProductsQuery(parse(''))).toBe('')
  })

  test('reads back as the same query', () => {
    const query = parse(
      'q=сыр+%26+вино&sort=rating&page=2&f.a%26b=1&f.a%26b=2&from.price=1,5&to.price=7',
    )
    expect(parse(formatProductsQuery(query).slice(1))).toEqual(query)
  })
})
