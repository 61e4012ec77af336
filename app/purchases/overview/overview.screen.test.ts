import { expect, test } from 'vitest'

import { getTillClock } from '~/lib/dates'
import { formatMoney, formatRoubles } from '~/lib/money'

import { testContext } from '../../../tests/support/test-context'
import { loader as myData } from '../../my-data/my-data.screen'
import { loader } from './overview.screen'

const path = '/profile/purchases'
const { regularShopper: shopper, visitor, sandbox, refuse, getCalls } = testContext()

type User = Awaited<ReturnType<typeof shopper>>['user']

/** Computed separately from the gateway's data: kopecks and points of a period in Moscow. */
function byHand({ transactions }: User, key: string) {
  const within = transactions.filter(({ createdAt }) => {
    const { year, month } = getTillClock(createdAt, null)
    return `${year}-${month}`.startsWith(key)
  })
  let spent = 0
  for (const { type, totalSum } of within)
    spent += (type === 'PURCHASE' ? 1 : type === 'REFUND' ? -1 : 0) * (totalSum ?? 0)
  return { within, spent }
}

const present = () => getTillClock(new Date().toISOString(), null).year
const getSums = (data: Awaited<ReturnType<typeof look>>['data']) => {
  if (!data.sums || data.sums.isEmpty) throw new Error('there is nothing')
  return data.sums
}
const look = async (getShopper: Pick<Awaited<ReturnType<typeof shopper>>, 'load'>, query = '') =>
  getShopper.load(loader, path + query)

test('shows totals of the year and its months that match the history to the rouble', async () => {
  const somebody = await shopper()
  const year = String(Number(present()) - 1)
  const sums = getSums((await look(somebody, `?period=${year}`)).data)
  expect(sums.totals.spent.sum).toBe(formatRoubles(byHand(somebody.user, year).spent))
  expect(sums.rows.length).toBeGreaterThan(1)
  for (const { to, spent } of sums.rows)
    expect(spent).toBe(formatRoubles(byHand(somebody.user, to!.slice(-7)).spent))
})

test('links a month to the months before and after it, to its year and to its operations', async () => {
  const somebody = await shopper()
  const year = Number(present()) - 1
  const { data } = await look(somebody, `?period=${year}-12`)
  expect([data.previous?.to, data.next?.to, data.up?.to]).toEqual([
    `${path}?period=${year}-11`,
    `${path}?period=${year + 1}-01`,
    `${path}?period=${year}`,
  ])
  const { spent } = byHand(somebody.user, `${year}-12`)
  const sums = getSums(data)
  expect(sums.totals.spent.sum).toBe(formatMoney(spent))
  expect(data.operations).toBe(
    `/profile/transactions/search?since=${year}-12-01&until=${year}-12-31`,
  )
})

test('shows a year long ago, and links no year before the first purchase', async () => {
  const somebody = await visitor('79000000009')
  const user = sandbox.state.user('79000000009')
  const first = Number(getTillClock(user.transactions.at(-1)!.createdAt, null).year)
  const { data } = await look(somebody, `?period=${first + 3}`)
  expect(getSums(data).totals.spent.sum).toBe(formatRoubles(byHand(user, String(first + 3)).spent))
  expect(data.previous?.to).toBe(`${path}?period=${first + 2}`)
  const { data: oldest } = await look(somebody, `?period=${first}`)
  expect(oldest.previous).toBeNull()
  const { data: before } = await look(somebody, `?period=${first - 1}`)
  expect(before.sums).toEqual({ isEmpty: true })
  expect(before.next?.to).toBe(`${path}?period=${first}`)
})

test('shows a message without purchases, and one row for one purchase', async () => {
  const somebody = await shopper()
  const [one] = somebody.user.transactions.filter(({ type }) => type === 'PURCHASE')
  somebody.user.transactions = []
  const { data } = await look(somebody)
  expect(data).toMatchObject({ isNew: true, sums: { isEmpty: true }, previous: null, next: null })
  somebody.user.transactions = [{ ...one!, createdAt: new Date().toISOString() }]
  const sums = getSums((await look(somebody)).data)
  expect(sums).toMatchObject({ sentence: null, totals: { purchases: '1' }, rows: [{ bar: 100 }] })
})

test('hides the sums when the history fails, and requests no receipt', async () => {
  const somebody = await shopper()
  await look(somebody, `?period=${Number(present()) - 1}-11`)
  expect(getCalls('GET /v2/user/transactions/{id}')).toBe(0)
  refuse('GET /v3/user/transactions', 403, 'forbidden')
  const { data: failed } = await look(somebody)
  expect(failed).toMatchObject({ sums: null, isNew: false, previous: null })
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
    change(response) {
      const { transactions, ...rest } = response as { transactions: { id: string }[] }
      const spoilt = (each: { id: string }) =>
        odd.has(each.id) ? { ...each, createdAt: '' } : each
      return { ...rest, transactions: transactions.map(spoilt) }
    },
  })
  const { data: other } = await load(loader, `${path}?period=${year}`)
  expect(other.sums).toMatchObject({ isEmpty: false })
  expect(other.previous).toEqual(data.previous)
  const { data: own } = await load(myData, '/profile/my-data')
  expect(own.history).toMatch(/^\d+ операц\S+ с \d{4} года$/)
})
