import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import type { Gateways } from '~/gateways/gateways.server'
import { transactions, type Transaction } from '~/gateways/schemas/purchases.server'

import { findPurchases, type SearchPage } from './find.server'
import { hasAllTerms, readFindQuery, type Conditions } from './find-query.server'

const NOW = Date.parse('2026-11-22T12:00:00Z')
const HOUR_MS = 3_600_000

beforeEach(() => vi.useFakeTimers({ now: NOW, toFake: ['Date'] }))
afterEach(() => vi.useRealTimers())

const places = ['Москва, ул. Ленина, д. 5', 'Тверь, пр. Мира, д. 1']
const types = ['PURCHASE', 'PURCHASE', 'PURCHASE', 'REFUND', 'ACCRUAL'] as const

/** A history of one operation in seven hours, the newest an hour ago, which records its calls. */
function getHistory(count: number, isSpoilt = (place: number) => place < 0) {
  const all = Array.from({ length: count }, (_, index): Transaction => {
    const type = types[index % types.length]!
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
    }
  })
  const lists: number[] = []
  let side = 0
  let maxAtOnce = 0
  const purchases = {
    async listTransactions({ limit, offset }: { limit: number; offset: number }) {
      lists.push(offset)
      side += 1
      maxAtOnce = Math.max(maxAtOnce, side)
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
  } as unknown as Gateways['purchases']
  return { purchases, all, lists, atOnce: () => maxAtOnce }
}

const anything: Conditions = {
  terms: [],
  sumFrom: null,
  sumTo: null,
  since: null,
  until: null,
  kind: null,
}
const getIds = (found: SearchPage) => found.months.flatMap(({ rows }) => rows.map(({ id }) => id))

/** Every page of a search, by its link to the next one. */
async function walk(history: ReturnType<typeof getHistory>, conditions: Conditions) {
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

/** A second implementation of the conditions: checks every operation. */
function scan(all: Transaction[], asked: Conditions): string[] {
  return all
    .filter(({ createdAt, type, totalSum, title, storeAddress }) => {
      const moscow = new Date(Date.parse(createdAt) + 3 * HOUR_MS).toISOString().slice(0, 10)
      const isBound = asked.sumFrom !== null || asked.sumTo !== null
      return (
        (asked.kind === null || asked.kind === type) &&
        (!isBound || typeof totalSum === 'number') &&
        (totalSum ?? 0) >= (asked.sumFrom ?? 0) &&
        (totalSum ?? 0) <= (asked.sumTo ?? Infinity) &&
        (asked.since ?? '0') <= moscow &&
        moscow <= (asked.until ?? '9') &&
        hasAllTerms([title, storeAddress ?? ''], asked.terms)
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
    .constantFrom('', 'подарок', 'покупка тверь', 'ленина', 'покупка', 'мира сыр', 'щщщ')
    .map((q) => readFindQuery(new URLSearchParams({ q })).conditions?.terms ?? []),
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
      const history = getHistory(count)
      const found = (await walk(history, conditions)).flatMap(getIds)
      expect(found).toEqual(scan(history.all, conditions))
    }),
    { numRuns: 60 },
  )
})

test('finds a refund by its sum, also when the gateway sends the sum with a minus', async () => {
  const history = getHistory(5)
  const refund = history.all[3]!
  const sum = refund.totalSum!
  refund.totalSum = -sum
  const found = await findPurchases(history, { ...anything, sumFrom: sum, sumTo: sum }, null)
  expect(getIds(found)).toEqual([refund.id])
})

test('skips unreadable operations, and finds the others once', async () => {
  await fc.assert(
    fc.asyncProperty(broad, fc.integer({ min: 51, max: 400 }), async (conditions, count) => {
      // As many unreadable operations as a page shows, and some later. Never a whole gateway page,
      // which is an error: the oldest operation may be alone on one.
      const isSpoilt = (place: number) =>
        place % 50 > 0 && place < count - 1 && (place < 50 || place % 9 === 1)
      const history = getHistory(count, isSpoilt)
      const found = (await walk(history, conditions)).flatMap(getIds)
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

test('loads only the first four gateway pages of a long history in parallel to search by sum', async () => {
  const history = getHistory(10_000)
  const found = await findPurchases(history, { ...anything, sumFrom: 20_000 }, null)
  expect(history.lists).toEqual([0, 50, 100, 150])
  expect(history.atOnce()).toBe(4)
  expect(found.looked?.total).toBe(10_000)
  expect(found.nextOffset).toBeGreaterThan(0)
})

test('reaches a day long ago in 10,000 operations with fewer than 22 gateway calls', async () => {
  const history = getHistory(10_000)
  const found = await findPurchases(history, { ...anything, until: '2022-05-03' }, null)
  expect(history.lists.length).toBeLessThan(22)
  expect(found.looked?.days).toMatch(/по\s3\sмая\s2022$/)
  // A part of a month is no sum of it.
  expect(found.months.map(({ totals }) => totals)).not.toContainEqual(expect.anything())
  history.lists.length = 0
  await findPurchases(history, { ...anything, until: '2026-11-22' }, null)
  expect(history.lists).toEqual([0, 50, 100, 150])
})
