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
  test('has the price tag’s text and leads to its product', () => {
    expect(promotionView(promotion, [], null, now)).toMatchObject({
      price: '199,90\u2009₽',
      oldPrice: '249,90\u2009₽',
      discount: '−20\u2009%',
      until: 'до 30 апреля',
      to: '/product/0000000017',
    })
  })

  test('without text is one of a product', () => {
    expect(promotionView({ ...promotion, name: '' }, [], null, now).name).toBe('Товар')
  })

  test('says its last day, and not the day after a midnight', () => {
    const until = (endDate: string, zone: string | null) =>
      promotionView({ ...promotion, endDate }, [], zone, now).until
    expect(until('2026-05-01T00:00:00+03:00', null)).toBe('до 30 апреля')
    expect(until('2026-04-30T23:59:59+03:00', 'Asia/Vladivostok')).toBe('до 06:59 1 мая')
  })

  test('that has not begun says from when', () => {
    const before = new Date('2026-03-31T12:00:00+03:00')
    const viewOf = (change: object) => promotionView({ ...promotion, ...change }, [], null, before)
    expect(viewOf({}).until).toBe('с 1 апреля по 30 апреля')
    expect(viewOf({ endDate: null }).until).toBe('с 1 апреля')
    expect(promotionView({ ...promotion, endDate: null }, [], null, now).until).toBeNull()
  })

  test('without a price is a discount alone, and without a product leads nowhere', () => {
    const whole = promotionView({ ...promotion, price: null, goodId: undefined }, [], null, now)
    expect(whole).toMatchObject({ price: null, oldPrice: null, discount: '−20\u2009%', to: null })
  })

  test('shows no old price that is not higher, and no discount that is none', () => {
    expect(
      promotionView({ ...promotion, oldPrice: 19990, discountPercent: 0 }, [], null, now),
    ).toMatchObject({
      oldPrice: null,
      discount: null,
    })
  })

  test('with an odd product id leads nowhere', () => {
    expect(promotionView({ ...promotion, goodId: '../today' }, [], null, now).to).toBeNull()
  })
})
