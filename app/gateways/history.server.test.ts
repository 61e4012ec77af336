import { describe, expect, it } from 'vitest'

import type { Gateways } from './gateways.server'
import type { Transaction } from '~/gateways/schemas/purchases.server'

import { findOffset, readEnds, readPeriod, readStretch } from './history.server'

const HOUR_MS = 3_600_000
const NOW = Date.parse('2026-04-10T12:00:00Z')

/** A history with one operation per hour, the newest an hour ago, which records its calls. */
function getHistory(count: number, cap = 50) {
  const all = Array.from({ length: count }, (_, index) => ({
    id: `t${index}`,
    createdAt: new Date(NOW - (index + 1) * HOUR_MS).toISOString(),
  })) as Transaction[]
  const asked: { limit: number; offset: number }[] = []
  const purchases = {
    async listTransactions({ limit, offset }: { limit: number; offset: number }) {
      asked.push({ limit, offset })
      const end = offset + Math.min(limit, cap)
      const transactions = all.slice(offset, end)
      const pagination = { totalCount: all.length, hasMore: end < all.length, nextOffset: null }
      return { transactions, pagination: { ...pagination, size: transactions.length } }
    },
  } as unknown as Gateways['purchases']
  return { purchases, asked, all }
}

const hoursAgo = (hours: number) => new Date(NOW - hours * HOUR_MS).toISOString()

describe('a stretch of the history', () => {
  it('loads four pages in parallel', async () => {
    const { asked, ...reads } = getHistory(1000)
    const { transactions, nextOffset, totalCount } = await readStretch(reads, 100)
    expect(asked.map(({ offset }) => offset)).toEqual([100, 150, 200, 250])
    expect(transactions.map(({ id }) => id).at(-1)).toBe('t299')
    expect({ nextOffset, totalCount }).toEqual({ nextOffset: 300, totalCount: 1000 })
  })

  it('ends where the history ends, without a next offset', async () => {
    const stretch = await readStretch(getHistory(120), 0)
    expect(stretch.transactions).toHaveLength(120)
    expect(stretch.nextOffset).toBeNull()
  })

  it('counts no operation twice when one was added meanwhile', async () => {
    const { purchases, all } = getHistory(100)
    const moved = {
      listTransactions: async (page: { limit: number; offset: number }) => {
        if (page.offset === 50) all.unshift({ ...all[0], id: 'new' } as Transaction)
        return purchases.listTransactions(page)
      },
    } as Gateways['purchases']
    const { transactions } = await readStretch({ purchases: moved }, 0, 100)
    expect(new Set(transactions.map(({ id }) => id)).size).toBe(transactions.length)
  })
})

describe('the offset of a day in a long history', () => {
  it('is found by binary search', async () => {
    const { asked, ...reads } = getHistory(10_000)
    expect(await findOffset(reads, hoursAgo(7_000.5))).toBe(7_000)
    expect(asked.length).toBeLessThan(16)
  })

  it('is the end when all operations are younger, and 0 when all are older', async () => {
    expect(await findOffset(getHistory(30), hoursAgo(400))).toBe(30)
    expect(await findOffset(getHistory(30), hoursAgo(0))).toBe(0)
    expect(await findOffset(getHistory(0), hoursAgo(0))).toBe(0)
  })
})

it('finds the newest and the oldest operation with two calls, or with one in a short history', async () => {
  const long = getHistory(1_000)
  expect(await readEnds(long)).toMatchObject({ newest: { id: 't0' }, oldest: { id: 't999' } })
  expect(long.asked).toHaveLength(2)
  const short = getHistory(2)
  expect(await readEnds(short)).toMatchObject({ newest: { id: 't0' }, oldest: { id: 't1' } })
  expect(short.asked).toHaveLength(1)
  expect(await readEnds(getHistory(0))).toEqual({ totalCount: 0 })
})

describe.each([50, 3])('in pages of %d', (cap) => {
  it.each([
    ['does not count', (offset: number, shown: number, more: boolean) => offset + shown + +more],
    ['counts too few', () => 7],
    ['counts too many', () => 100_000],
  ])('finds the newest and the oldest one when the gateway %s operations', async (_, totals) => {
    for (const count of [3, 5, 6, 8, 1_000, 1_003]) {
      const history = getHistory(count, cap)
      const { listTransactions } = history.purchases
      history.purchases.listTransactions = async (page) => {
        const { transactions, pagination } = await listTransactions(page)
        const totalCount = totals(page.offset, transactions.length, pagination.hasMore)
        return { transactions, pagination: { ...pagination, totalCount } }
      }
      const ends = await readEnds(history)
      expect(ends).toMatchObject({ newest: { id: 't0' }, oldest: { id: `t${count - 1}` } })
      expect(history.asked.length).toBeLessThan(22)
    }
  })
})

describe('a period of the history', () => {
  it('contains its first instant and not its last', async () => {
    const { transactions, isWhole } = await readPeriod(getHistory(2_000), {
      from: hoursAgo(700),
      to: hoursAgo(600),
      most: 1000,
    })
    expect(transactions.map(({ id }) => id)).toEqual(
      Array.from({ length: 100 }, (_, index) => `t${600 + index}`),
    )
    expect(isWhole).toBe(true)
  })

  it('contains every operation when the gateway caps its pages at 20', async () => {
    const capped = getHistory(2_000, 20)
    const { transactions, isWhole } = await readPeriod(capped, {
      from: hoursAgo(700),
      to: hoursAgo(0),
      most: 1000,
    })
    expect(transactions.map(({ id }) => id)).toEqual(
      Array.from({ length: 700 }, (_, index) => `t${index}`),
    )
    expect(isWhole).toBe(true)
    expect(capped.asked.length).toBeLessThan(60)
  })

  it('that is too long is cut and marked as incomplete', async () => {
    const whole = { from: hoursAgo(900), to: hoursAgo(0) }
    const { transactions, isWhole } = await readPeriod(getHistory(2_000), { ...whole, most: 300 })
    expect(transactions).toHaveLength(300)
    expect(isWhole).toBe(false)
  })

  it('throws when the gateway returns the same page again and again', async () => {
    const newest = getHistory(50)
    const { listTransactions } = newest.purchases
    newest.purchases.listTransactions = async (page) => {
      const { transactions, pagination } = await listTransactions({ ...page, offset: 0 })
      return { transactions, pagination: { ...pagination, totalCount: 2_000, hasMore: true } }
    }
    const to = new Date(Date.now() + HOUR_MS).toISOString()
    await expect(readPeriod(newest, { from: hoursAgo(900), to, most: 300 })).rejects.toMatchObject({
      kind: 'contract',
    })
    expect(newest.asked.length).toBeLessThan(10)
  })

  it('stops loading after the caller cancelled', async () => {
    const long = getHistory(2_000)
    const leaving = new AbortController()
    const reading = readPeriod(long, {
      ...{ from: hoursAgo(1_900), to: hoursAgo(0), most: 2_000 },
      signal: leaving.signal,
    })
    leaving.abort()
    await expect(reading).rejects.toThrow(/abort/)
    const asked = long.asked.length
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(long.asked).toHaveLength(asked)
  })
})
