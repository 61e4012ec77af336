import { setTimeout as sleep } from 'node:timers/promises'

import { expect, test } from 'vitest'

import { listAllPages } from './all-pages.server'

/** A list of this many entries, which records its calls. */
function listOf(totalCount: number) {
  const seen = { offsets: [] as number[], underWay: 0, most: 0 }
  const ask = async ({ limit, offset }: { limit: number; offset: number }) => {
    seen.offsets.push(offset)
    seen.most = Math.max(seen.most, ++seen.underWay)
    await sleep(1)
    seen.underWay -= 1
    const length = Math.max(0, Math.min(limit, totalCount - offset))
    const entries = Array.from({ length }, (_, index) => offset + index)
    const hasMore = offset + length < totalCount
    const nextOffset = hasMore ? offset + length : null
    return { entries, pagination: { limit, offset, totalCount, hasMore, nextOffset } }
  }
  return { seen, ask }
}

test('returns a whole list in order and loads four pages at a time', async () => {
  const { seen, ask } = listOf(430)
  expect(await listAllPages(ask, String)).toEqual(Array.from({ length: 430 }, (_, index) => index))
  expect(seen.offsets).toHaveLength(9)
  expect(seen.most).toBe(4)
})

test('calls once for an empty list, and ten times for an endless one', async () => {
  const none = listOf(0)
  expect(await listAllPages(none.ask, String)).toEqual([])
  expect(none.seen.offsets).toEqual([0])
  const endless = listOf(1_000_000)
  expect(await listAllPages(endless.ask, String)).toHaveLength(500)
  expect(endless.seen.offsets).toHaveLength(10)
})

test('follows the next page when the answer has no total', async () => {
  const { seen, ask } = listOf(130)
  const untold = async (page: Parameters<typeof ask>[0]) => {
    const { entries, pagination } = await ask(page)
    const totalCount = page.offset + entries.length + Number(pagination.hasMore)
    return { entries, pagination: { ...pagination, totalCount } }
  }
  expect(await listAllPages(untold, String)).toHaveLength(130)
  expect(seen.offsets).toEqual([0, 50, 100])
})

test('returns an entry once when it moves to the next page during the reading', async () => {
  const { ask } = listOf(100)
  const moving = (page: Parameters<typeof ask>[0]) =>
    ask({ ...page, offset: Math.max(0, page.offset - 1) })
  expect(await listAllPages(moving, String)).toEqual(
    Array.from({ length: 100 }, (_, index) => index),
  )
})
