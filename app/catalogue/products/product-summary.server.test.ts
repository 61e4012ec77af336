import { expect, test } from 'vitest'

import { productSummary } from './product-summary.server'
import type { Product } from '~/gateways/schemas/catalogue.server'

const milk: Product = {
  id: '0001000019',
  name: 'Молоко',
  seoCode: 'moloko',
  price: 8399,
  quantity: 12,
  gallery: [{ type: 'IMAGE', url: 'https://pictures.example/a.svg' }],
}
const view = (change: Partial<Product> = {}) =>
  productSummary({ ...milk, ...change }, ['https://pictures.example'])

test('names a product with a blank name «Товар», and lets long words of names break', () => {
  expect(view({ name: ' ' }).name).toBe('Товар')
  expect(view({ name: 'Молоко ультрапастеризованное' }).name).toContain('ультра\u00adпасте')
})

test('shows no old price, discount, rating or badge for a product without them', () => {
  expect(view()).toEqual({
    id: '0001000019',
    to: '/product/0001000019-moloko',
    name: 'Молоко',
    picture: 'https://pictures.example/a.svg',
    price: '83,99\u2009₽',
    oldPrice: null,
    discount: null,
    perUnit: null,
    portion: null,
    stock: 'plenty',
    stockText: 'В наличии',
    rating: null,
    badges: [],
    cashback: null,
  })
})

test.each([
  [{ isPromotion: true, oldPrice: 10_499, discountPercent: 20 }, '−20\u2009%', '104,99\u2009₽'],
  [{ isPromotion: true, oldPrice: 16_798 }, '−50\u2009%', '167,98\u2009₽'],
  [{ isPromotion: true, oldPrice: 8399, discountPercent: 20 }, null, null],
  [{ isPromotion: true, discountPercent: 20 }, null, null],
  [{ isPromotion: false, oldPrice: 10_499 }, null, null],
  [{ isPromotion: true, oldPrice: 10_499, discountPercent: NaN }, null, '104,99\u2009₽'],
  [{ isPromotion: true, oldPrice: 10_499, discountPercent: 100 }, null, '104,99\u2009₽'],
])(
  'shows for the promotion %j the discount %s and the old price %s',
  (promotion, discount, oldPrice) => {
    expect(view({ promotion })).toMatchObject({ discount, oldPrice })
  },
)

test.each([
  ['2026-04-13T11:59:59+03:00', null],
  ['2026-04-13T12:00:00+03:00', null],
  ['2026-04-13T12:00:01+03:00', '104,99\u2009₽'],
])(
  'shows at noon on 13 April, for a promotion that ends at %s, the old price %s',
  (endDate, oldPrice) => {
    const now = new Date('2026-04-13T12:00:00+03:00')
    const promotion = { isPromotion: true, oldPrice: 10_499, discountPercent: 20, endDate }
    const shown = productSummary({ ...milk, promotion }, [], now)
    expect(shown).toMatchObject({ oldPrice, discount: oldPrice && '−20\u2009%' })
  },
)

test.each([
  [0, 'none', 'Нет в наличии'],
  [-3, 'none', 'Нет в наличии'],
  [NaN, 'none', 'Нет в наличии'],
  [null, 'unknown', ''],
  [5, 'few', 'Осталось 5 шт.'],
  [6, 'plenty', 'В наличии'],
])('shows a quantity of %s as %s', (quantity, stock, stockText) => {
  expect(view({ quantity })).toMatchObject({ stock, stockText })
})

test('shows a weighed product with the weight of a piece and the price per kilogram', () => {
  const weighted = { isWeighted: true, shelfWeight: 500, unitLabel: 'кг', unitPrice: 74_899 }
  expect(view({ weighted, quantity: 2.5 })).toMatchObject({
    portion: 'за 500 г',
    perUnit: '748,99\u2009₽ за кг',
    stockText: 'Осталось 2,5 кг',
  })
  expect(view({ weighted: { ...weighted, shelfWeight: 1000 } }).portion).toBe('за 1 кг')
})

test.each([
  [{ rating: 4.75, scoresCount: 1234, commentsCount: 0 }, '4,8', '1\u2009234 оценки'],
  [{ rating: 5, scoresCount: 1, commentsCount: 0 }, '5,0', '1 оценка'],
])('shows a rating of %j as %s by %s', (ratings, value, countText) => {
  expect(view({ ratings }).rating).toEqual({ value, countText })
})

test.each([
  { rating: 0, scoresCount: 0, commentsCount: 0 },
  { rating: NaN, scoresCount: 4, commentsCount: 0 },
  { rating: 17, scoresCount: 4, commentsCount: 0 },
])('shows no rating for %j', (ratings) => {
  expect(view({ ratings }).rating).toBeNull()
})

test('shows the first picture from an allowed origin, and none for an empty gallery', () => {
  const gallery = ['http://pictures.example/a', 'https://pictures.example/b'].map((url) => ({
    type: 'IMAGE' as const,
    url,
  }))
  expect(view({ gallery }).picture).toBe('https://pictures.example/b')
  expect(view({ gallery: [] }).picture).toBeNull()
})

test('shows three badges at most', () => {
  expect(view({ badges: ['а', 'б', 'в', 'г'].map((text) => ({ text })) }).badges).toHaveLength(3)
})
