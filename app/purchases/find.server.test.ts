import { setTimeout as wait } from 'node:timers/promises'

import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { GatewayError } from '~/gateways/gateway-error.server'
import type { Gateways } from '~/gateways/gateways.server'
import { transactions, type TransactionDetail } from '~/gateways/schemas/purchases.server'

import { findPurchases, type SearchPage } from './find.server'
import type { Conditions } from './find-query.server'
import { hasAllTerms, termsOf } from './search-terms'

const NOW = Date.parse('2026-11-22T12:00:00Z')
const HOUR_MS = 3_600_000

beforeEach(() => vi.useFakeTimers({ now: NOW, toFake: ['Date'] }))
afterEach(() => vi.useRealTimers())

const goods = ['Молоко 3,2 %', 'Хлеб ржаной', 'Сыр «Ёлочка»', 'Чай зелёный']
const places = ['Москва, ул. Ленина, д. 5', 'Тверь, пр. Мира, д. 1']
const types = ['PURCHASE', 'PURCHASE', 'PURCHASE', 'REFUND', 'ACCRUAL'] as const

/** A history of one operation in seven hours, the newest an hour ago, which records its calls. */
function historyOf(
  count: number,
  { msPerReceipt = 0, broken = [] as number[], isSpoilt = (place: number) => place < 0 } = {},
) {
  const all = Array.from({ length: count }, (_, index): TransactionDetail => {
    const type = types[index % types.length]!
    const hasReceipt = type !== 'ACCRUAL' && index % 11 !== 0
    return {
      id: `t${index}`,
      createdAt: new Date(NOW - HOUR_MS - index * 7 * HOUR_MS).toISOString(),
      type,
      title: type === 'ACCRUAL' ? 'Подарок' : 'Покупка',
      storeAddress: places[index % 2],
      totalSum: type === 'ACCRUAL' ? null : 10_000 + (index % 300) * 100,
      pointsAccrued: 1,
      pointsSpent: 0,
      hasPoll: false,
      ...(hasReceipt && {
        receipt: {
          items: [goods[index % 4]!, goods[(index * 3) % 4]!].map((name) => ({
            name,
            price: 100,
            quantity: 1,
            sum: 100,
          })),
          totalSum: 200,
          discountSum: 0,
        },
      }),
    }
  })
  const lists: number[] = []
  const receipts: string[] = []
  let side = 0
  let mostAtOnce = 0
  const purchases = {
    async listTransactions({ limit, offset }: { limit: number; offset: number }) {
      lists.push(offset)
      side += 1
      mostAtOnce = Math.max(mostAtOnce, side)
      await Promise.resolve()
      side -= 1
      const hasMore = offset + limit < all.length
      return transactions.parse({
        transactions: all
          .slice(offset, offset + limit)
          .map((entry, place) => (isSpoilt(offset + place) ? { id: entry.id } : entry)),
        pagination: { limit, offset, totalCount: all.length, hasMore, nextOffset: null },
      })
    },
    async getTransaction(id: string, { signal }: { signal: AbortSignal }) {
      receipts.push(id)
      if (msPerReceipt > 0) await wait(msPerReceipt, undefined, { signal })
      if (broken.includes(Number(id.slice(1))))
        throw new GatewayError({ kind: 'http', endpoint: id, status: 500 })
      return all.find((entry) => entry.id === id) ?? null
    },
  } as unknown as Gateways['purchases']
  return { purchases, all, lists, receipts, atOnce: () => mostAtOnce }
}

const anything: Conditions = {
  terms: [],
  sumFrom: null,
  sumTo: null,
  since: null,
  until: null,
  kind: null,
}
const idsOf = (found: SearchPage) => found.months.flatMap(({ rows }) => rows.map(({ id }) => id))

/** Every page of a search, by its link to the next one. */
async function walk(history: ReturnType<typeof historyOf>, conditions: Conditions) {
  const pages: SearchPage[] = []
  let offset: number | null = null
  do {
    const page = await findPurchases(history, conditions, offset)
    pages.push(page)
    expect(page.nextOffset === null || page.nextOffset > (offset ?? -1)).toBe(true)
    offset = page.nextOffset
  } while (offset !== null)
  return pages
}

/** A second implementation of the conditions: checks every operation with its receipt. */
function scan(all: TransactionDetail[], asked: Conditions): string[] {
  return all
    .filter(({ createdAt, type, totalSum, title, storeAddress, receipt }) => {
      const moscow = new Date(Date.parse(createdAt) + 3 * HOUR_MS).toISOString().slice(0, 10)
      const names = ['', ...(receipt?.items.map(({ name }) => name) ?? [])]
      const isBound = asked.sumFrom !== null || asked.sumTo !== null
      return (
        (asked.kind === null || asked.kind === type) &&
        (!isBound || typeof totalSum === 'number') &&
        (totalSum ?? 0) >= (asked.sumFrom ?? 0) &&
        (totalSum ?? 0) <= (asked.sumTo ?? Infinity) &&
        (asked.since ?? '0') <= moscow &&
        moscow <= (asked.until ?? '9') &&
        names.some((name) => hasAllTerms([title, storeAddress ?? '', name], asked.terms))
      )
    })
    .map(({ id }) => id)
}

const days = fc.option(
  fc
    .integer({ min: 0, max: 300 })
    .map((back) => new Date(NOW - back * 24 * HOUR_MS).toISOString().slice(0, 10)),
)
const narrow = fc.record({
  terms: fc
    .constantFrom('', 'молоко', 'зеленый чай', 'ленина', 'покупка', 'мира сыр', 'щщщ')
    .map(termsOf),
  sumFrom: fc.option(fc.integer({ min: 0, max: 45_000 })),
  sumTo: fc.option(fc.integer({ min: 0, max: 45_000 })),
  since: days,
  until: days,
  kind: fc.constantFrom(null, 'PURCHASE', 'REFUND', 'ACCRUAL'),
}) as fc.Arbitrary<Conditions>
/** Broad conditions: a page is full before all operations that were read for it are searched. */
const broad = narrow.map(({ terms, kind }) => ({ ...anything, terms, kind }))
const asking = fc.oneof(narrow, broad)

test('finds by pages exactly what a full scan finds, without repetitions', async () => {
  await fc.assert(
    fc.asyncProperty(asking, fc.integer({ min: 0, max: 900 }), async (conditions, count) => {
      const history = historyOf(count)
      const found = (await walk(history, conditions)).flatMap(idsOf)
      expect(found).toEqual(scan(history.all, conditions))
    }),
    { numRuns: 60 },
  )
})

test('skips unreadable operations, and finds the others once', async () => {
  await fc.assert(
    fc.asyncProperty(broad, fc.integer({ min: 51, max: 400 }), async (conditions, count) => {
      // As many unreadable operations as a page shows, and some later. Never a whole gateway page,
      // which is an error: the oldest operation may be alone on one.
      const isSpoilt = (place: number) =>
        place % 50 > 0 && place < count - 1 && (place < 50 || place % 9 === 1)
      const history = historyOf(count, { isSpoilt })
      const found = (await walk(history, conditions)).flatMap(idsOf)
      expect(found).toEqual(
        scan(
          history.all.filter((_, place) => !isSpoilt(place)),
          conditions,
        ),
      )
    }),
    { numRuns: 30 },
  )
})

test('finds every match across smaller pages when receipts load too slowly for a full page', async () => {
  const history = historyOf(230, { msPerReceipt: 60 })
  const conditions = { ...anything, terms: ['молоко'] }
  const pages = await walk(history, conditions)
  expect(pages.length).toBeGreaterThan(2)
  expect(pages.every(({ missed }) => missed === 0)).toBe(true)
  expect(pages.flatMap(idsOf)).toEqual(scan(history.all, conditions))
  // Each page reports only the operations that it has searched.
  const looked = pages.map(({ looked: part }) => part?.count ?? 0)
  expect(looked.reduce((sum, part) => sum + part, 0)).toBe(230)
  expect(looked[0]).toBeLessThan(200)
}, 20_000)

test('loads only the first four gateway pages of a long history in parallel, and no receipts, to search by sum', async () => {
  const history = historyOf(10_000)
  const found = await findPurchases(history, { ...anything, sumFrom: 20_000 }, null)
  expect(history.lists).toEqual([0, 50, 100, 150])
  expect(history.atOnce()).toBe(4)
  expect(history.receipts).toEqual([])
  expect(found.looked?.total).toBe(10_000)
  expect(found.nextOffset).toBeGreaterThan(0)
})

test('reaches a day long ago in 10,000 operations with fewer than 22 gateway calls', async () => {
  const history = historyOf(10_000)
  const found = await findPurchases(history, { ...anything, until: '2022-05-03' }, null)
  expect(history.lists.length).toBeLessThan(22)
  expect(found.looked?.days).toMatch(/по\s3\sмая\s2022$/)
})

test('loads no receipt when the title matches, and otherwise only receipts of the requested type', async () => {
  const titled = historyOf(400)
  await findPurchases(titled, { ...anything, terms: ['покупка'] }, null)
  expect(titled.receipts).toEqual([])
  const goodsOnly = historyOf(400)
  await findPurchases(goodsOnly, { ...anything, terms: ['щщщ'], kind: 'REFUND' }, null)
  expect(goodsOnly.receipts).toHaveLength(40)
})

test('counts receipts that fail to load, and still finds the matches in the others', async () => {
  const broken = [1, 2, 3, 7, 21]
  const history = historyOf(60, { broken })
  const conditions = { ...anything, terms: ['молоко'] }
  const found = await findPurchases(history, conditions, null)
  expect(found.missed).toBe(broken.length)
  expect(found.nextOffset).toBeNull()
  const others = scan(history.all, conditions).filter((id) => !broken.includes(Number(id.slice(1))))
  expect(idsOf(found)).toEqual(others)
})

test('counts the missing receipts and links the next page when no receipt loads in time', async () => {
  const history = historyOf(300, { msPerReceipt: 5_000 })
  const found = await findPurchases(history, { ...anything, terms: ['молоко'] }, null)
  expect(found).toMatchObject({ count: 0, missed: 160, nextOffset: 200 })
})

test('lists each matching product of an operation once', async () => {
  const history = historyOf(10)
  const found = await findPurchases(history, { ...anything, terms: ['молок'] }, null)
  expect(found.months[0]?.rows[0]?.goods).toEqual(['Молоко 3,2\u00a0%'])
})

test('finds nothing at an offset beyond the end of the history', async () => {
  const found = await findPurchases(historyOf(30), { ...anything, sumFrom: 1 }, 100_000)
  expect(found).toMatchObject({ count: 0, looked: null, nextOffset: null })
})
