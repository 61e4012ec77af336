import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { Transaction } from '~/gateways/schemas/purchases.server'
import { getTillClock } from '~/lib/dates'
import { formatMoney, formatRoubles } from '~/lib/money'

import { overviewView } from './overview.server'

const YEAR = { year: 2025, month: null }
const JULY = { year: 2025, month: 7 }

const operation = fc.record({
  id: fc.uuid(),
  createdAt: fc
    .date({
      min: new Date('2024-12-31T00:00:00Z'),
      max: new Date('2026-01-02T00:00:00Z'),
      noInvalidDate: true,
    })
    .map((date) => date.toISOString()),
  type: fc.constantFrom('PURCHASE', 'PURCHASE', 'PURCHASE', 'REFUND', 'ACCRUAL', 'EXPIRATION'),
  totalSum: fc.option(fc.integer({ min: 0, max: 9_999_999 })),
  pointsAccrued: fc.integer({ min: 0, max: 500 }),
  pointsSpent: fc.integer({ min: 0, max: 500 }),
})
type Made = { createdAt: string; type: string; totalSum?: number | null | undefined }
const operations = fc.array(operation, { minLength: 1, maxLength: 60 })

function getView(made: readonly Made[], period: typeof YEAR | typeof JULY, isWhole = true) {
  const transactions = made.map((each, index) => ({
    ...{ id: `t${index}`, pointsAccrued: 1, pointsSpent: 0 },
    ...each,
  })) as unknown as Transaction[]
  const view = overviewView({ transactions, isWhole }, period)
  return view.isEmpty ? null : view
}

/** Computed separately: kopecks by month in Moscow. */
function spentByHand(made: readonly Made[], key: string): number {
  let sum = 0
  for (const { createdAt, type, totalSum } of made) {
    const { year, month, day } = getTillClock(createdAt, null)
    if (!`${year}-${month}-${day}`.startsWith(key)) continue
    if (type === 'PURCHASE') sum += totalSum ?? 0
    if (type === 'REFUND') sum -= totalSum ?? 0
  }
  return sum
}

const on = (day: string, totalSum: number | undefined, type = 'PURCHASE') => ({
  type,
  createdAt: `${day}T10:00:00Z`,
  totalSum,
})

describe('the sums of a year or month', () => {
  it('equal the sums of its operations to the rouble, with bars to scale', () => {
    fc.assert(
      fc.property(operations, (made) => {
        const view = getView(made, YEAR)
        const spent = spentByHand(made, '2025')
        if (!view) {
          expect(spent).toBe(0)
          return
        }
        expect(view.totals.spent).toEqual({
          title: spent < 0 ? 'Вернулось' : 'Потрачено',
          sum: formatRoubles(Math.abs(spent)),
        })
        const sums = view.rows.map(({ to }) => spentByHand(made, to!.slice(-7)))
        expect(sums.reduce((all, sum) => all + sum, 0)).toBe(spent)
        const longest = Math.max(...sums.map(Math.abs))
        view.rows.forEach(({ spent: text, bar, isReturn }, index) => {
          const sum = sums[index]!
          expect([text, isReturn]).toEqual([formatRoubles(sum), sum < 0])
          expect(Math.abs(bar - (Math.abs(sum) / (longest || 1)) * 100)).toBeLessThan(0.06)
        })
      }),
    )
  })

  it('equal, for a month, the sums of its days', () => {
    fc.assert(
      fc.property(operations, (made) => {
        const view = getView(made, JULY)
        for (const { name, spent } of view?.rows ?? []) {
          const day = name.split('\u00a0')[0]!.padStart(2, '0')
          expect(spent).toBe(formatMoney(spentByHand(made, `2025-07-${day}`)))
        }
      }),
    )
  })

  it('hide the total of the year when the sum of a month is unknown', () => {
    const view = getView(
      [on('2025-03-10', 100), on('2025-04-10', undefined), on('2025-05-10', 300)],
      YEAR,
    )
    expect(view?.totals.spent.sum).toBe('Известно не всё')
    expect(view?.sentence).toBe('Часть сумм неизвестна, итога пока нет.')
    expect(view?.rows.map(({ spent }) => spent)).toEqual([
      formatMoney(100),
      'не всё известно',
      formatMoney(300),
    ])
  })

  it('say that not all is known when the spent points of one operation are unreadable', () => {
    const view = getView(
      [on('2025-03-10', 100), { ...on('2025-04-10', 100), ...{ pointsSpent: undefined } }],
      YEAR,
    )
    expect(view?.totals.gone).toBe('Известно не всё')
  })

  it('are unknown for months that an incomplete history does not reach', () => {
    const view = getView([on('2025-12-01', 100), on('2025-09-15', 100)], YEAR, false)
    expect(view?.totals.spent.sum).toBe('Известно не всё')
    expect(view?.rows.map(({ spent }) => spent)).toEqual([
      ...Array<string>(9).fill('не всё известно'),
      formatMoney(100),
    ])
    expect(view?.rows[0]?.to).toBe('/profile/purchases?period=2025-01')
    expect(view?.cut).toBe('2\u2009000')
  })
})

it('names the month with the most spending, and none when there is no comparison', () => {
  const view = getView([on('2025-03-10', 124_990), on('2025-05-10', 300)], YEAR)
  expect(view?.sentence).toBe('Больше всего\u00a0— Март: 1\u202f250\u202f₽.')
  expect(getView([on('2025-03-10', 124_990)], YEAR)?.sentence).toBeNull()
  expect(getView([on('2025-03-10', 50_000, 'REFUND')], YEAR)?.sentence).toBeNull()
})
