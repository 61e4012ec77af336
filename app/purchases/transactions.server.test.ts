import { expect, test } from 'vitest'

import type { Transaction } from '~/gateways/schemas/purchases.server'

import { getMonths, loadMonths } from './transactions.server'

let made = 0
const transaction = (createdAt: string, rest: Partial<Transaction> = {}): Transaction => ({
  id: `t${(made += 1)}`,
  createdAt,
  type: 'PURCHASE',
  title: 'Покупка',
  totalSum: 10_000,
  pointsAccrued: 1,
  pointsSpent: 0,
  hasPoll: false,
  ...rest,
})
const whole = { earlier: [], later: [], isStartCut: false, isEndCut: false }

test('groups by Moscow’s months: the last evening of March in UTC belongs to April', () => {
  const months = getMonths([transaction('2026-03-31T21:30:00Z')], whole)
  expect(months.map(({ key, title }) => [key, title])).toEqual([['2026-04', 'Апрель 2026']])
})

test('subtracts refunds from spending, and counts expired points as spent', () => {
  const page = [
    transaction('2026-04-10T10:00:00Z', { totalSum: 50_000, pointsAccrued: 5, pointsSpent: 2 }),
    transaction('2026-04-09T10:00:00Z', { type: 'REFUND', totalSum: 20_000, pointsAccrued: 0 }),
    transaction('2026-04-08T10:00:00Z', {
      type: 'EXPIRATION',
      totalSum: null,
      pointsAccrued: 0,
      pointsSpent: 9,
    }),
  ]
  expect(getMonths(page, whole)[0]?.totals).toEqual({
    money: 'Потрачено 300\u2009₽',
    points: ['+5\u00a0звёзд', '\u221211\u00a0звёзд'],
  })
})

test('shows money returned instead of spent for a month with more refunds than purchases', () => {
  const page = [
    transaction('2026-04-10T10:00:00Z', { totalSum: 20_000 }),
    transaction('2026-04-09T10:00:00Z', { type: 'REFUND', totalSum: 50_000 }),
  ]
  expect(getMonths(page, whole)[0]?.totals?.money).toBe('Вернулось 300\u2009₽')
})

test('sums up a month across two pages, with an operation that is on both of them once', () => {
  const page = [transaction('2026-04-10T10:00:00Z'), transaction('2026-04-09T10:00:00Z')]
  const days = ['2026-04-02T10:00:00Z', '2026-03-30T10:00:00Z']
  const later = [page[1]!, ...days.map((day) => transaction(day))]
  const [april] = getMonths(page, { ...whole, later, isEndCut: true })
  expect(april?.rows).toHaveLength(2)
  expect(april?.totals?.money).toBe('Потрачено 300\u2009₽')
})

test('shows no sums for a month when some of its operations are not loaded', () => {
  const page = [transaction('2026-04-10T10:00:00Z'), transaction('2026-03-30T10:00:00Z')]
  const totals = (cut: object) =>
    getMonths(page, { ...whole, ...cut }).map((month) => month.totals !== null)
  expect(totals({ isEndCut: true })).toEqual([true, false])
  expect(totals({ isStartCut: true })).toEqual([false, true])
})

test('shows no sums when tiny pages of the gateway leave a gap before the next page', async () => {
  const all = Array.from({ length: 60 }, () => transaction('2026-04-10T10:00:00Z'))
  const listTransactions = async ({ offset }: { offset: number }) => {
    const [nextOffset, size, totalCount] = [offset + 3, 3, all.length]
    const pagination = { hasMore: nextOffset < totalCount, nextOffset, size, totalCount }
    return { transactions: all.slice(offset, nextOffset), pagination }
  }
  const found = await loadMonths({ purchases: { listTransactions } } as never, 0)
  expect([found?.nextOffset, found?.months.map(({ totals }) => totals)]).toEqual([30, [null]])
})

test('adds the operation type to a title that does not name it', () => {
  const page = [
    transaction('2026-04-10T10:00:00Z'),
    transaction('2026-04-09T10:00:00Z', { type: 'ACCRUAL', title: 'Подарок', totalSum: null }),
  ]
  const rows = getMonths(page, whole)[0]?.rows
  expect(rows?.map(({ what, when, money }) => [what, when, money])).toEqual([
    [null, '10 апреля, 13:00', '\u2212100\u2009₽'],
    ['Начисление звёзд', '9 апреля, 13:00', null],
  ])
})
