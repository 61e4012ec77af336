import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { TransactionDetail } from '~/gateways/schemas/purchases.server'

import { products } from '../../../sandbox/data/goods'
import { cpuTimeOf } from '../../../tests/support/cpu-time'
import { productKindOf, OTHER_KIND, sumByKind } from './kinds.server'

describe('the kind of a product', () => {
  it.each([
    ['Молоко пастеризованное «Добрая ложка» 2,5%', 'Молочное и яйца'],
    ['ШОКОЛАД МОЛОЧНЫЙ', 'Сладости и снеки'],
    ['Сосиски молочные', 'Мясо и колбасы'],
    ['Колбаса с/к Сырокопчёная', 'Мясо и колбасы'],
    ['Печенье овсяное', 'Сладости и снеки'],
    ['Печень говяжья', 'Мясо и колбасы'],
    ['Масло подсолнечное', 'Бакалея'],
    ['Масло сливочное', 'Молочное и яйца'],
    ['Виноград кишмиш', 'Овощи и фрукты'],
    ['Вино красное', 'Алкоголь'],
    ['Водка', 'Алкоголь'],
    ['Вода детская', 'Детям'],
    ['Пюре яблочное с 4 месяцев', 'Детям'],
    ['Корм для кошек с лососем', 'Животным'],
    ['Гель для душа', 'Уход за собой'],
    ['Гель для стирки', 'Для дома'],
    ['Лёд', OTHER_KIND],
    ['', OTHER_KIND],
    ['SKU 1234', OTHER_KIND],
  ])('of «%s» is «%s»', (name, kind) => expect(productKindOf(name)).toBe(kind))

  it('is found for more than 95 of 100 products in a shop', () => {
    const unknown = products.filter(({ name }) => productKindOf(name) === OTHER_KIND)
    expect(unknown.length / products.length).toBeLessThan(0.05)
  })

  it('is found fast for a name of any length', () => {
    const cost = cpuTimeOf(() => {
      productKindOf('«'.repeat(100_000))
      productKindOf('с 1'.repeat(100_000))
    })
    expect(cost).toBeLessThan(100)
  })
})

describe('sums by kind of product', () => {
  const position = fc.record({
    name: fc.oneof(
      fc.constantFrom(...products.slice(0, 300).map(({ name }) => name)),
      fc.string({ maxLength: 20 }),
    ),
    sum: fc.option(fc.integer({ min: 0, max: 10_000_00 }), { freq: 8 }),
  })
  const detail = fc.record({
    type: fc.constantFrom('PURCHASE', 'REFUND'),
    receipt: fc.option(fc.record({ items: fc.array(position, { maxLength: 8 }) }), {
      nil: undefined,
    }),
  })

  it('subtract a refund, whether its sum is positive or negative', () => {
    const bought = { type: 'PURCHASE', receipt: { items: [{ name: 'Молоко', sum: 9000 }] } }
    const back = (sum: number) => ({
      type: 'REFUND',
      receipt: { items: [{ name: 'Молоко', sum }] },
    })
    for (const sum of [4000, -4000])
      expect(sumByKind([bought, back(sum)] as unknown as TransactionDetail[]).kinds).toEqual([
        { kind: 'Молочное и яйца', sum: 5000 },
      ])
  })

  it('add up, including unrecognised products, to the total of all receipt positions with a sum', () => {
    fc.assert(
      fc.property(fc.array(detail, { maxLength: 20 }), (made) => {
        const details = made as unknown as TransactionDetail[]
        const { kinds, unknown } = sumByKind(details)
        let [sum, without] = [0, 0]
        for (const { type, receipt } of made)
          for (const each of receipt?.items ?? []) {
            if (each.sum === null) without += 1
            else if (type === 'REFUND') sum -= each.sum
            else sum += each.sum
          }
        expect(kinds.reduce((total, kind) => total + kind.sum, 0)).toBe(sum)
        expect(unknown).toBe(without)
        const named = kinds.filter(({ kind }) => kind !== OTHER_KIND).map((kind) => kind.sum)
        expect(named).toEqual([...named].sort((one, other) => other - one))
      }),
    )
  })
})
