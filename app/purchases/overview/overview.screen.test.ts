import { expect, test } from 'vitest'

import { clockOf } from '~/lib/dates'
import { formatMoney } from '~/lib/money'

import { testContext } from '../../../tests/support/test-context'
import { loader as myData } from '../../my-data/my-data.screen'
import { loader } from './overview.screen'

const path = '/profile/purchases'
const { regularShopper: shopper, visitor, sandbox, refuse, spoil, callsOf } = testContext()

type User = Awaited<ReturnType<typeof shopper>>['user']

/** Computed separately from the gateway's data: kopecks and stars of a period in Moscow. */
function byHand({ transactions }: User, key: string) {
  const within = transactions.filter(({ createdAt }) => {
    const { year, month } = clockOf(createdAt)
    return `${year}-${month}`.startsWith(key)
  })
  let [spent, saved, positions, receipts] = [0, 0, 0, 0]
  for (const { type, totalSum, receipt } of within) {
    const sign = type === 'PURCHASE' ? 1 : type === 'REFUND' ? -1 : 0
    spent += sign * (totalSum ?? 0)
    saved += sign * (receipt?.discountSum ?? 0)
    receipts += receipt ? 1 : 0
    for (const { sum } of receipt?.items ?? []) positions += sign * sum
  }
  return { within, spent, saved, positions, receipts }
}

const present = () => clockOf(new Date()).year
const sumsOf = (data: Awaited<ReturnType<typeof look>>['data']) => {
  if (!data.sums || data.sums.isEmpty) throw new Error('there is nothing')
  return data.sums
}
const look = async (shopperOf: Pick<Awaited<ReturnType<typeof shopper>>, 'load'>, query = '') =>
  shopperOf.load(loader, path + query)

test('shows totals of the year, its months and product kinds that match the history to the kopeck', async () => {
  const somebody = await shopper()
  const year = String(Number(present()) - 1)
  const { spent, saved, positions, receipts, within } = byHand(somebody.user, year)
  const sums = sumsOf((await look(somebody, `?period=${year}`)).data)
  expect(sums.totals.spent?.sum).toBe(formatMoney(spent))
  expect(sums.totals.saved).toBe(formatMoney(saved))
  expect(sums.kinds?.table?.rows.at(-1)).toMatchObject({
    name: 'Всего',
    cells: [formatMoney(positions), '100\u00a0%'],
  })
  const withReceipt = within.filter(({ type }) => type === 'PURCHASE' || type === 'REFUND').length
  if (receipts < withReceipt)
    expect(sums.totals.savedOf).toMatch(`по\u00a0${receipts} из\u00a0${withReceipt}`)
  for (const { to, spent: spentText } of sums.months) {
    const key = to.slice(-7)
    expect(spentText).toBe(formatMoney(byHand(somebody.user, key).spent))
  }
})

test('shows the same totals of a year when the gateway caps its pages at 20', async () => {
  const somebody = await shopper()
  const year = String(Number(present()) - 1)
  sandbox.state.settings.largestPage = 20
  try {
    const { data } = await look(somebody, `?period=${year}`)
    expect(sumsOf(data).totals.spent?.sum).toBe(formatMoney(byHand(somebody.user, year).spent))
  } finally {
    sandbox.state.settings.largestPage = 50
  }
})

test('links a month to the months before and after it, to its year and to its receipts', async () => {
  const somebody = await shopper()
  const year = Number(present()) - 1
  const { data } = await look(somebody, `?period=${year}-12`)
  expect([data.previous?.to, data.next?.to, data.up?.to]).toEqual([
    `${path}?period=${year}-11`,
    `${path}?period=${year + 1}-01`,
    `${path}?period=${year}`,
  ])
  const { within, spent } = byHand(somebody.user, `${year}-12`)
  const sums = sumsOf(data)
  expect(sums.totals.spent?.sum).toBe(formatMoney(spent))
  expect(sums.operations?.map(({ id }) => id)).toEqual(within.map(({ id }) => id))
})

test('shows a year long ago, and links no year before the first purchase', async () => {
  const somebody = await visitor('79000000009')
  const user = sandbox.state.user('79000000009')
  const first = Number(clockOf(user.transactions.at(-1)!.createdAt).year)
  const { data } = await look(somebody, `?period=${first + 3}`)
  expect(sumsOf(data).totals.spent?.sum).toBe(formatMoney(byHand(user, String(first + 3)).spent))
  expect(data.previous?.to).toBe(`${path}?period=${first + 2}`)
  const { data: oldest } = await look(somebody, `?period=${first}`)
  expect(oldest.previous).toBeNull()
  const { data: before } = await look(somebody, `?period=${first - 1}`)
  expect(before.sums).toEqual({ isEmpty: true })
  expect(before.next?.to).toBe(`${path}?period=${first}`)
})

test.each(['x', '2025-13', '9999', '1999', ''])(
  'shows the present year for an invalid period («%s»)',
  async (text) => {
    const { data } = await look(await shopper(), `?period=${text}`)
    expect(data.heading).toBe(`${present()}\u00a0год`)
  },
)

test('shows a message without purchases, and no chart for one receipt', async () => {
  const somebody = await shopper()
  const [one] = somebody.user.transactions.filter(({ type }) => type === 'PURCHASE')
  somebody.user.transactions = []
  const { data } = await look(somebody)
  expect(data).toMatchObject({ isNew: true, sums: { isEmpty: true }, previous: null, next: null })
  somebody.user.transactions = [{ ...one!, createdAt: new Date().toISOString() }]
  const sums = sumsOf((await look(somebody)).data)
  expect(sums).toMatchObject({ isSingle: true, totals: { purchases: '1' } })
  expect([sums.spending.plot, sums.stars?.plot ?? null, sums.saved?.plot ?? null]).toEqual([
    null,
    null,
    null,
  ])
})

test('hides the sums when the history fails, and only kinds and savings when receipts fail', async () => {
  const somebody = await shopper()
  const year = Number(present()) - 1
  spoil('GET /v2/user/transactions/{id}', 'status')
  const { data } = await look(somebody, `?period=${year}-11`)
  const sums = sumsOf(data)
  expect(sums.totals.spent?.sum).toBe(formatMoney(byHand(somebody.user, `${year}-11`).spent))
  expect(sums).toMatchObject({ isWithoutReceipts: true, saved: null, kinds: null })
  expect(sums.totals.saved).toBeNull()
  sandbox.faults.clear()
  refuse('GET /v3/user/transactions', 403, 'forbidden')
  const { data: failed } = await look(somebody)
  expect(failed).toMatchObject({ sums: null, isNew: false, previous: null })
})

test('loads the receipts of the requested month only', async () => {
  const somebody = await shopper()
  const year = Number(present()) - 1
  await look(somebody, `?period=${year}-10`)
  const { within } = byHand(somebody.user, `${year}-10`)
  expect(callsOf('GET /v2/user/transactions/{id}')).toBe(
    within.filter(({ type }) => type === 'PURCHASE' || type === 'REFUND').length,
  )
})

test('shows the sums of a year and the link to the year before when three operations have no date', async () => {
  const { load, user } = await shopper()
  const year = Number(present()) - 1
  const { data } = await load(loader, `${path}?period=${year}`)
  const odd = new Set(
    [0, Math.floor(user.transactions.length / 2), user.transactions.length - 1].map(
      (at) => user.transactions[at]!.id,
    ),
  )
  sandbox.faults.add({
    endpoint: 'GET /v3/user/transactions',
    mode: 'changed',
    change(answer) {
      const { transactions, ...rest } = answer as { transactions: { id: string }[] }
      const spoilt = (each: { id: string }) =>
        odd.has(each.id) ? { ...each, createdAt: '' } : each
      return { ...rest, transactions: transactions.map(spoilt) }
    },
  })
  const { data: other } = await load(loader, `${path}?period=${year}`)
  expect(other.sums).toMatchObject({ isEmpty: false })
  expect(other.previous).toEqual(data.previous)
  const { data: own } = await load(myData, '/profile/my-data')
  expect(own.history?.text).toMatch(/^\d+ операц\S+ с \d{4} года$/)
})
