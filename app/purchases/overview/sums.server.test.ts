import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { Transaction, TransactionDetail } from '~/gateways/schemas/purchases.server'
import { clockOf } from '~/lib/dates'
import { formatMoney } from '~/lib/money'

import {
  compactMoney,
  kindsFigure,
  savedFigure,
  spendingFigure,
  starsFigure,
} from './figures.server'
import { overviewView } from './overview.server'
import type { Plot } from './plots.server'
import { byPart, partsOf, savedOn, total } from './sums.server'

const today = { year: 2026, month: 4, day: 20 }
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
  discountSum: fc.integer({ min: 0, max: 99_999 }),
  hasReceipt: fc.boolean(),
  isRead: fc.boolean(),
})
type Made = {
  id: string
  createdAt: string
  type: string
  totalSum: number | null
  pointsAccrued: number
  pointsSpent: number
  discountSum: number
  hasReceipt: boolean
  isRead: boolean
}
const operations = fc.array(operation, { minLength: 1, maxLength: 60 })

const read = (made: readonly Made[]) => made as unknown as Transaction[]
function detailsOf(made: readonly Made[]) {
  const allOperations = made
    .filter(({ isRead }) => isRead)
    .map(({ id, type, discountSum, hasReceipt }) => {
      const receipt = hasReceipt ? { items: [], totalSum: 0, discountSum } : undefined
      return [id, { id, type, receipt } as unknown as TransactionDetail] as const
    })
  return new Map(allOperations)
}

/** Computed separately: kopecks by month in Moscow. */
function spentByHand(made: readonly Made[], key: string): number {
  let sum = 0
  for (const { createdAt, type, totalSum } of made) {
    const { year, month, day } = clockOf(createdAt)
    if (!`${year}-${month}-${day}`.startsWith(key)) continue
    if (type === 'PURCHASE') sum += totalSum ?? 0
    if (type === 'REFUND') sum -= totalSum ?? 0
  }
  return sum
}

/** The bars of a chart from left to right, parsed from its paths. */
function barsOf(plot: Plot) {
  const kinds = ['more', 'less', 'unknown'] as const
  return kinds
    .flatMap((kind) =>
      [...plot[kind].matchAll(/M([\d.-]+),([\d.-]+)h([\d.-]+)v([\d.-]+)h[\d.-]+z/g)].map(
        (found) => {
          const [x = 0, y = 0, width = 0, height = 0] = found.slice(1).map(Number)
          return { kind, x, y, width, height }
        },
      ),
    )
    .sort((one, other) => one.x - other.x)
}

const pointsOf = (path: string | null) =>
  [...(path ?? '').matchAll(/[ML]([\d.-]+),([\d.-]+)/g)].map(([, x, y]) => ({
    x: Number(x),
    y: Number(y),
  }))

/** The value of a height in a chart, computed from two of its lines. */
function valueOf({ grid }: Plot, px: number): number {
  const values = grid.map(([y, label]) => ({ y, value: valueOfLabel(label) }))
  const [one, other] = [values[0]!, values.at(-1)!]
  return (px / (one.y - other.y)) * (other.value - one.value)
}
const scales: Record<string, number> = { млн: 100_000_000, тыс: 100_000, '₽': 100 }
function valueOfLabel(label: string): number {
  const [, number = '', unit = ''] = /^([^а-я₽]+?)\s?(млн|тыс|₽)?\.?$/.exec(label) ?? []
  const plain = number.replace(/\s/g, '').replace(',', '.').replace('\u2212', '-')
  return Number(plain) * (scales[unit] ?? 1)
}

describe('the sums of a year or month', () => {
  it('equal, for a year, the sums of its months and of its operations to the kopeck', () => {
    fc.assert(
      fc.property(operations, (made) => {
        const details = detailsOf(made)
        const parts = partsOf(read(made), details, { period: YEAR, today, cutAt: null })
        expect(parts).toHaveLength(12)
        for (const { key, spent } of parts) expect(spent).toBe(spentByHand(made, key))
        expect(total(parts.map(({ spent }) => spent))).toBe(spentByHand(made, '2025'))

        const { within } = byPart(read(made), YEAR)
        const saved = savedOn(within, details)
        expect(parts.reduce((sum, part) => sum + part.saved.sum, 0)).toBe(saved.sum)
        expect(parts.reduce((sum, part) => sum + part.saved.of, 0)).toBe(saved.of)
        const purchases = within.filter(({ type }) => type === 'PURCHASE').length
        expect(parts.reduce((sum, part) => sum + part.purchases, 0)).toBe(purchases)
        if (within.length === 0) return
        const { totals } = overviewView(within, details, parts, false)
        const spent = spentByHand(made, '2025')
        expect(totals.spent).toEqual({
          title: spent < 0 ? 'Вернулось' : 'Потрачено',
          sum: formatMoney(Math.abs(spent)),
        })
      }),
    )
  })

  it('equal, for a month, the sums of its days', () => {
    fc.assert(
      fc.property(operations, (made) => {
        const parts = partsOf(read(made), new Map(), { period: JULY, today, cutAt: null })
        expect(parts).toHaveLength(31)
        expect(total(parts.map(({ spent }) => spent))).toBe(spentByHand(made, '2025-07'))
      }),
    )
  })

  it('subtract savings on a refund with a positive or negative sum', () => {
    const made = ['PURCHASE', 'REFUND'].map((type) => ({ id: type, type })) as Transaction[]
    const savedWith = (back: number) =>
      savedOn(
        made,
        new Map(
          made.map(({ id, type }) => {
            const discountSum = type === 'REFUND' ? back : 900
            return [id, { receipt: { discountSum } } as unknown as TransactionDetail]
          }),
        ),
      ).sum
    expect([savedWith(400), savedWith(-400)]).toEqual([500, 500])
  })

  it('hide the total of the year and name the month when the sum of a month is unknown', () => {
    const made = [
      { type: 'PURCHASE', createdAt: '2025-03-10T10:00:00Z', totalSum: 100 },
      { type: 'PURCHASE', createdAt: '2025-04-10T10:00:00Z', totalSum: undefined },
      { type: 'PURCHASE', createdAt: '2025-05-10T10:00:00Z', totalSum: 300 },
    ].map((each, index) => ({ ...each, id: `t${index}`, pointsAccrued: 1, pointsSpent: 0 }))
    const all = made as unknown as Transaction[]
    const parts = partsOf(all, new Map(), { period: YEAR, today, cutAt: null })
    expect(parts.slice(2, 5).map(({ spent }) => spent)).toEqual([100, null, 300])
    const view = overviewView(all, new Map(), parts, false)
    expect(view.totals.spent.sum).toBe('Известно не всё')
    expect(view.spending.summaryText).toContain('Известно не всё (в\u00a0апреле)')
    expect(barsOf(view.spending.plot!).map(({ kind }) => kind)).toEqual(['more', 'unknown', 'more'])
    expect(view.spending.table?.rows[1]?.cells[0]).toBe('не всё известно')
  })

  it('say that not all is known when the spent stars of one operation are unreadable', () => {
    const made = ['2025-03-10', '2025-04-10'].map((day, index) => ({
      ...{ id: `t${index}`, type: 'PURCHASE', createdAt: `${day}T10:00:00Z`, totalSum: 100 },
      ...{ pointsAccrued: 1, pointsSpent: index === 0 ? 5 : undefined },
    }))
    const all = made as unknown as Transaction[]
    const parts = partsOf(all, new Map(), { period: YEAR, today, cutAt: null })
    const view = overviewView(all, new Map(), parts, false)
    expect(view.totals.gone).toBe('Известно не всё')
    expect(view.stars?.summaryText).toContain('Известно не всё (в\u00a0апреле)')
  })

  it('are unknown for months that an incomplete history does not reach', () => {
    const all = ['2025-12-01', '2025-09-15'].map((day, index) => ({
      id: `t${index}`,
      createdAt: `${day}T10:00:00Z`,
      type: 'PURCHASE',
      totalSum: 100,
      pointsAccrued: 1,
      pointsSpent: 0,
    })) as unknown as Transaction[]
    const parts = partsOf(all, new Map(), { period: YEAR, today, cutAt: all[1]! })
    expect(parts.map(({ spent }) => spent)).toEqual([...Array(9).fill(null), 0, 0, 100])
    expect(overviewView(all, new Map(), parts, true).totals.spent.sum).toBe('Известно не всё')
  })
})

describe('a chart', () => {
  it('has a bar for each month as high as its spending, downward for refunds', () => {
    fc.assert(
      fc.property(operations, (made) => {
        const parts = partsOf(read(made), new Map(), { period: YEAR, today, cutAt: null })
        const { plot } = spendingFigure(parts)
        const sums = parts.map(({ key }) => spentByHand(made, key))
        if (!plot) {
          expect(sums.filter((sum) => sum !== 0).length).toBeLessThan(2)
          return
        }
        const bars = barsOf(plot)
        const shown = sums.filter((sum) => sum !== 0)
        expect(bars).toHaveLength(shown.length)
        const { zero } = plot
        const tolerance = valueOf(plot, 0.21)
        bars.forEach(({ y, height, kind }, index) => {
          const value = shown[index]!
          expect(kind).toBe(value < 0 ? 'less' : 'more')
          expect(Math.abs(valueOf(plot, height) - Math.abs(value))).toBeLessThan(tolerance)
          expect(value < 0 ? y : y + height).toBeCloseTo(zero, 0)
        })
        for (const { x, y, width, height } of bars) {
          expect(x).toBeGreaterThanOrEqual(plot.gridFrom)
          expect(x + width).toBeLessThanOrEqual(plot.width)
          expect(y).toBeGreaterThanOrEqual(0)
          expect(y + height).toBeLessThanOrEqual(plot.height)
        }
      }),
    )
  })

  it('of stars shows earned ones upward and spent ones downward', () => {
    fc.assert(
      fc.property(operations, (made) => {
        const parts = partsOf(read(made), new Map(), { period: YEAR, today, cutAt: null })
        const plot = starsFigure(parts)?.plot
        if (!plot) return
        const heights = (kind: string) =>
          barsOf(plot)
            .filter((bar) => bar.kind === kind)
            .reduce((sum, bar) => sum + bar.height, 0)
        const { within } = byPart(read(made), YEAR)
        const earned = within.reduce((sum, { pointsAccrued = 0 }) => sum + pointsAccrued, 0)
        const gone = within.reduce((sum, { pointsSpent = 0 }) => sum + pointsSpent, 0)
        const tolerance = valueOf(plot, 0.21 * 12)
        expect(Math.abs(valueOf(plot, heights('more')) - earned)).toBeLessThan(tolerance)
        expect(Math.abs(valueOf(plot, heights('less')) - gone)).toBeLessThan(tolerance)
      }),
    )
  })

  it('of savings ends at the total savings when all receipts were loaded', () => {
    fc.assert(
      fc.property(operations, (some) => {
        const made = some.map((each) => ({ ...each, isRead: true }))
        const details = detailsOf(made)
        const parts = partsOf(read(made), details, { period: YEAR, today, cutAt: null })
        const saved = savedOn(byPart(read(made), YEAR).within, details)
        const plot = savedFigure(parts, saved)?.plot
        if (!plot) return
        const points = pointsOf(plot.line)
        expect(points).toHaveLength(12)
        const grown = valueOf(plot, plot.zero - points.at(-1)!.y)
        expect(Math.abs(grown - saved.sum)).toBeLessThan(valueOf(plot, 0.21))
      }),
    )
  })

  it('of savings marks months with missing receipts as unknown, and draws no line', () => {
    const made = ['2025-02', '2025-03', '2025-04', '2025-04'].map((month, index) => ({
      id: `t${index}`,
      createdAt: `${month}-10T10:00:00Z`,
      type: 'PURCHASE',
      totalSum: 1000,
      pointsAccrued: 0,
      pointsSpent: 0,
      discountSum: 150,
      hasReceipt: true,
      isRead: index < 3,
    }))
    const details = detailsOf(made)
    const parts = partsOf(read(made), details, { period: YEAR, today, cutAt: null })
    const figure = savedFigure(parts, savedOn(read(made), details))
    expect(figure?.summaryText).toContain('Посчитано по\u00a03 из\u00a04 чеков')
    expect(figure?.plot?.line).toBeNull()
    expect(barsOf(figure!.plot!).map(({ kind }) => kind)).toEqual(['more', 'more', 'unknown'])
    expect(figure?.table?.rows.map(({ cells }) => cells[0])).toEqual([
      formatMoney(150),
      formatMoney(150),
      'не всё известно',
    ])
  })

  it('of product kinds has bars in proportion to their sums', () => {
    const kinds = [
      { kind: 'Напитки', sum: 40_000 },
      { kind: 'Бакалея', sum: 10_000 },
      { kind: 'Прочее', sum: -5000 },
    ]
    const figure = kindsFigure({ kinds, unknown: 1 }, { receipts: 3, of: 3 })
    const [returned, ...bars] = barsOf(figure!.plot!)
    expect(bars[0]!.width / bars[1]!.width).toBeCloseTo(4, 1)
    expect(returned).toMatchObject({ kind: 'less', x: 0 })
    expect(returned!.x + returned!.width).toBeCloseTo(bars[0]!.x, 0)
    expect(figure?.table?.rows.at(-1)?.cells[0]).toBe(formatMoney(45_000))
    expect(figure?.summaryText).toContain('У\u00a01 строки нет суммы')
  })

  it('is replaced by text for a single month', () => {
    const made = [
      { id: 'a', type: 'PURCHASE', createdAt: '2025-03-10T10:00:00Z', totalSum: 124_990 },
    ] as unknown as Transaction[]
    const parts = partsOf(made, new Map(), { period: YEAR, today, cutAt: null })
    const figure = spendingFigure(parts)
    expect(figure.plot).toBeNull()
    expect(figure.summaryText).toBe(
      'В\u00a0марте: 1\u202f249,90\u202f₽, больше покупок не\u00a0было.',
    )
  })

  it('has a summary that describes a negative sum as a refund', () => {
    const refund = (id: string, month: string) => ({
      id,
      type: 'REFUND',
      createdAt: `2025-${month}-10T10:00:00Z`,
      totalSum: 50_000,
    })
    const summaryText = (...made: object[]) =>
      spendingFigure(
        partsOf(made as Transaction[], new Map(), { period: YEAR, today, cutAt: null }),
      ).summaryText.replaceAll('\u00a0', ' ')
    expect(summaryText(refund('a', '03'))).toBe('В марте: вернулось 500\u202f₽.')
    expect(summaryText(refund('a', '03'), refund('b', '05'))).toBe(
      'Всего вернулось 1\u202f000\u202f₽.',
    )
  })
})

describe('money on an axis', () => {
  it.each([
    [0, '0'],
    [50, '0,5\u00a0₽'],
    [80_000, '800\u00a0₽'],
    [-80_000, '\u2212800\u00a0₽'],
    [1_200_000, '12\u00a0тыс.'],
    [150_000, '1,5\u00a0тыс.'],
    [250_000_000, '2,5\u00a0млн'],
  ])('formats %i kopecks as «%s»', (kopecks, text) => expect(compactMoney(kopecks)).toBe(text))
})
