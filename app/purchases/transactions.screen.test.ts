import { expect, test } from 'vitest'

import { loader as rate } from '~/surveys/rate.screen'
import { loader as ratePurchase } from '~/surveys/rate-purchase.screen'

import { testContext } from '../../tests/support/test-context'
import { loader as find } from './find.screen'
import { loader as points } from './points.screen'
import { loader as one } from './transaction.screen'
import { loader } from './transactions.screen'
import type { MonthsPage } from './transactions.server'

const path = '/profile/transactions'
const { shopper, regularShopper, sandbox, refuse } = testContext()

test('shows all operations page by page, forward and back', async () => {
  const { load, user } = await shopper()
  const seen: string[] = []
  let offset: number | null = 0
  while (offset !== null) {
    const page: MonthsPage | null = (await load(loader, `${path}?offset=${offset}`)).data.page
    seen.push(...(page?.months ?? []).flatMap(({ rows }) => rows.map(({ id }) => id)))
    if (offset > 0) expect(page?.previousOffset).toBe(offset - 50)
    offset = page?.nextOffset ?? null
  }
  expect(seen).toEqual(user.transactions.map(({ id }) => id))
})

test('shows no sums of a month whose rest was not read or failed to load', async () => {
  const { load, user } = await regularShopper()
  const all = user.transactions
  for (const [at, entry] of all.entries())
    entry.createdAt = new Date(Date.parse('2026-04-30T12:00:00Z') - at * 60_000).toISOString()
  // Longer than what is read around a page.
  for (const offset of [0, all.length - 50]) {
    const { page } = (await load(loader, `${path}?offset=${offset}`)).data
    expect(page?.months.map(({ totals }) => totals)).toEqual([null])
  }
  sandbox.faults.add({
    endpoint: 'GET /v3/user/transactions',
    mode: 'status',
    status: 500,
    after: 1,
  })
  const { page } = (await load(loader, path)).data
  expect(page?.months.map(({ totals }) => totals)).toEqual([null])
})

test('shows a receipt, and answers 404 for a receipt of another shopper and for invalid ids', async () => {
  const { load, user } = await shopper()
  const { id } = user.transactions.find(({ receipt }) => receipt)!
  const { data } = await load(one, `/profile/transactions/${id}`, { id })
  expect(data.view?.receipt?.items.length).toBeGreaterThan(0)
  const other = (await shopper()).user.transactions[0]!.id
  const answers = new Set<string>()
  for (const strange of [other, 'unknown', '', 'a/b', 'я', '...']) {
    const { status, data: otherAnswer } = await load(one, '/profile/transactions/x', {
      id: strange,
    })
    expect(status).toBe(404)
    answers.add(JSON.stringify(otherAnswer))
  }
  expect(answers.size).toBe(1)
})

test('shows the total of the points on the points screen', async () => {
  const { load, user } = await shopper()
  const { data } = await load(points, '/profile/stars')
  expect(data.points).toMatchObject({ total: user.balance.totalPointBalance })
})

test('shows an empty list as empty', async () => {
  const { load, user } = await shopper()
  user.transactions = []
  expect((await load(loader, '/profile/transactions')).data.page).toMatchObject({ months: [] })
})

/** As a gateway that writes instants in UTC. */
const toUtc = (user: { transactions: { createdAt: string }[] }) => {
  for (const each of user.transactions) each.createdAt = new Date(each.createdAt).toISOString()
}

test('notes that times are Moscow’s, but only for instants in UTC and a shopper in another time zone', async () => {
  const { load, jar, user } = await shopper()
  const notes = async () => [
    (await load(loader, path)).data.clock,
    (await load(find, `${path}/search?sumFrom=1`)).data.clock,
    (await load(rate, '/profile/rate')).data.clock,
  ]
  jar.set('__Host-v1_zone', 'Asia/Vladivostok')
  expect(await notes()).toEqual([null, null, null])
  toUtc(user)
  jar.set('__Host-v1_zone', 'Europe/Moscow')
  expect(await notes()).toEqual([null, null, null])
  jar.set('__Host-v1_zone', 'Asia/Vladivostok')
  expect(new Set(await notes())).toEqual(new Set(['По московскому времени']))
})

test('shows the time of a purchase that can be rated, with «(МСК)» for an instant in UTC', async () => {
  const { load, user } = await shopper()
  const { id } = user.transactions.find(({ hasPoll }) => hasPoll)!
  const getWhen = async () => {
    const { data } = await load(ratePurchase, `/profile/rate/${id}`, { id })
    return (data as { purchase: { when: string } }).purchase.when
  }
  expect(await getWhen()).toMatch(/:\d\d$/)
  toUtc(user)
  expect(await getWhen()).toMatch(/\d \(МСК\)$/)
})

test('links a retry to the same page when the history or the purchases to rate fail to load', async () => {
  const { load } = await shopper()
  refuse('GET /v3/user/transactions', 500, '')
  const list = await load(loader, `${path}?offset=50`)
  expect(list.data).toMatchObject({ page: null, here: `${path}?offset=50` })
  const rated = await load(rate, '/profile/rate?offset=100')
  expect(rated.data).toMatchObject({ rateable: null, here: '/profile/rate?offset=100' })
  expect((await load(rate, '/profile/rate?offset=0')).data.here).toBe('/profile/rate')
})
