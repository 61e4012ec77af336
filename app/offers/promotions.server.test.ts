import { describe, expect, test } from 'vitest'

import { promotionView } from './promotions.server'

const now = new Date('2026-04-13T12:00:00+03:00')
const promotion = {
  id: 'pp-1',
  name: 'Сыр',
  price: 19990,
  oldPrice: 24990,
  discountPercent: 20,
  startDate: '2026-04-01T00:00:00+03:00',
  endDate: '2026-04-30T23:59:59+03:00',
  goodId: '0000000017',
}

describe('a personal promotion', () => {
  test('shows price, old price, discount and last day, and links its product', () => {
    expect(promotionView(promotion, [], null, now)).toMatchObject({
      price: '199,90\u2009₽',
      oldPrice: '249,90\u2009₽',
      discount: '−20\u2009%',
      until: 'до 30 апреля',
      to: '/product/0000000017',
    })
  })

  test('with a blank name has the name «Товар»', () => {
    expect(promotionView({ ...promotion, name: '' }, [], null, now).name).toBe('Товар')
  })

  test('that ends at midnight in Moscow shows the day before as its last day', () => {
    const until = (endDate: string, zone: string | null) =>
      promotionView({ ...promotion, endDate }, [], zone, now).until
    expect(until('2026-05-01T00:00:00+03:00', null)).toBe('до 30 апреля')
    expect(until('2026-04-30T23:59:59+03:00', 'Asia/Vladivostok')).toBe('до 06:59 1 мая')
  })

  test('that has not begun shows its start', () => {
    const before = new Date('2026-03-31T12:00:00+03:00')
    const getView = (change: object) => promotionView({ ...promotion, ...change }, [], null, before)
    expect(getView({}).until).toBe('с 1 апреля по 30 апреля')
    expect(getView({ endDate: null }).until).toBe('с 1 апреля')
    expect(promotionView({ ...promotion, endDate: null }, [], null, now).until).toBeNull()
  })

  test('without a price shows the discount, and without a product has no link', () => {
    const whole = promotionView({ ...promotion, price: null, goodId: undefined }, [], null, now)
    expect(whole).toMatchObject({ price: null, oldPrice: null, discount: '−20\u2009%', to: null })
  })

  test('shows no old price that is lower and no discount of zero', () => {
    expect(
      promotionView({ ...promotion, oldPrice: 19990, discountPercent: 0 }, [], null, now),
    ).toMatchObject({
      oldPrice: null,
      discount: null,
    })
  })

  test('with an invalid product id has no link', () => {
    expect(promotionView({ ...promotion, goodId: '../today' }, [], null, now).to).toBeNull()
  })
})
