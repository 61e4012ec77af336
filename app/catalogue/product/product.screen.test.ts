import { expect, test } from 'vitest'

import { testContext } from '../../../tests/support/test-context'
import type { ProductDetail } from '~/gateways/schemas/catalogue.server'

import { productView } from './product.server'

testContext()

const product = (endDate: string): ProductDetail => ({
  id: '1',
  name: 'Сыр',
  price: 19990,
  quantity: 5,
  gallery: [],
  promotion: { isPromotion: true, oldPrice: 24990, endDate },
})

test.each([
  ['2026-04-30T23:59:59+03:00', '04-13T12:00', 'Цена действует до 30 апреля'],
  ['2026-05-01T00:00:00+03:00', '04-13T12:00', 'Цена действует до 30 апреля'],
  ['2026-05-01T10:00:00+03:00', '04-13T12:00', 'Цена действует до 10:00 1 мая (МСК)'],
  ['2026-04-30T23:59:59+03:00', '05-01T00:00', null],
])('shows for a promotional price that ends at %s, at %s, the text «%s»', (end, at, text) => {
  expect(productView(product(end), new Date(`2026-${at}+03:00`)).until).toBe(text)
})
