import { setTimeout as sleep } from 'node:timers/promises'

import { expect, test } from 'vitest'

import { listAllPages, readRange } from './all-pages.server'

type Page = { limit: number; offset: number }

/** A list of this many entries, which records its calls; `cap` is its largest page. */
function getList(totalCount: number, cap = 50) {
  const seen = { offsets: [] as number[], underWay: 0, most: 0 }
  const ask = async ({ limit, offset }: Page) => {
    seen.offsets.push(offset)
    seen.most = Math.max(seen.most, ++seen.underWay)
    await sleep(1)
    seen.underWay -= 1
    const size = Math.max(0, Math.min(limit, cap, totalCount - offset))
    const entries = Array.from({ length: size }, (_, index) => offset + index)
    const hasMore = offset + size < totalCount
    const nextOffset = hasMore ? offset + size : null
    return { entries, pagination: { size, totalCount, hasMore, nextOffset } }
  }
  return { seen, ask }
}

const listAll = (ask: ReturnType<typeof getList>['ask']) =>
  listAllPages(ask, ({ entries }) => entries, String)
const numbers = (length: number) => Array.from({ length }, (_, index) => index)

test('returns a whole list in order and loads four pages at a time', async () => {
  const { seen, ask } = getList(430)
  expect(await listAll(ask)).toEqual({ entries: numbers(430), isWhole: true })
  expect(seen.offsets).toHaveLength(9)
  expect(seen.most).toBe(4)
})

test.each([
  ['names the next offset', {}],
  ['does not name the next offset', { nextOffset: null }],
  ['names a next offset that points back', { nextOffset: 0 }],
])('returns a whole list when the gateway caps pages at 20 and %s', async (_, odd) => {
  const { seen, ask } = getList(130, 20)
  const oddly = async (page: Page) => {
    const response = await ask(page)
    return { ...response, pagination: { ...response.pagination, ...odd } }
  }
  expect(await listAll(oddly)).toEqual({ entries: numbers(130), isWhole: true })
  expect(seen.offsets).toEqual([0, 20, 40, 60, 80, 100, 120])
})

test('reads a part of a list, filled from several small pages', async () => {
  const { ask } = getList(130, 20)
  const { pages, nextOffset, totalCount, step } = await readRange(ask, 24, 72, { atOnce: 4 })
  expect(pages.flatMap(({ page }) => page.entries)).toEqual(numbers(72).slice(24))
  expect({ nextOffset, totalCount, step }).toEqual({ nextOffset: 72, totalCount: 130, step: 8 })
})

test('ignores the failure of a page that the list does not need', async () => {
  const { ask } = getList(60, 20)
  const failing = async (page: Page) => {
    if (page.offset === 50) throw new Error('no such page')
    return ask(page)
  }
  const { pages } = await readRange(failing, 0, 100, { atOnce: 2 })
  expect(pages.flatMap(({ page }) => page.entries)).toEqual(numbers(60))
})

test('calls once for an empty list, and ten times for an endless one, which it calls incomplete', async () => {
  const none = getList(0)
  expect(await listAll(none.ask)).toEqual({ entries: [], isWhole: true })
  expect(none.seen.offsets).toEqual([0])
  const endless = getList(1_000_000)
  expect(await listAll(endless.ask)).toEqual({ entries: numbers(500), isWhole: false })
  expect(endless.seen.offsets).toHaveLength(10)
})

test('follows the next page when the answer has no total', async () => {
  const { seen, ask } = getList(130)
  const untold = async (page: Page) => {
    const { entries, pagination } = await ask(page)
    const totalCount = page.offset + entries.length + Number(pagination.hasMore)
    return { entries, pagination: { ...pagination, totalCount } }
  }
  expect((await listAll(untold)).entries).toHaveLength(130)
  expect(seen.offsets).toEqual([0, 50, 100])
})

test('returns an entry once when it moves to the next page during the reading', async () => {
  const { ask } = getList(100)
  const moving = (page: Page) => ask({ ...page, offset: Math.max(0, page.offset - 1) })
  expect((await listAll(moving)).entries).toEqual(numbers(100))
})
