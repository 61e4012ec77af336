import { expect, test } from 'vitest'

import { transactions } from './purchases.server'

const first = { limit: 50, offset: 0 }
const last = { limit: 50, offset: 100 }

/** The pagination of a page with this many entries, some of them unreadable. */
function standing(count: number, pagination: unknown, unreadable = 0) {
  const entries = Array.from({ length: count }, (_, number) =>
    number < unreadable ? null : { id: `t${number}`, createdAt: '2026-04-10T10:00:00Z' },
  )
  return transactions.parse({ transactions: entries, pagination }).pagination
}

test.each([
  ['has all fields', 50, { ...first, totalCount: 120, hasMore: true, nextOffset: 50 }, 120, true],
  ['has only a total', 50, { ...first, totalCount: 120 }, 120, true],
  ['has only a total, on the last page', 20, { ...last, totalCount: 120 }, 120, false],
  ['has only a total, behind the last page', 0, { ...last, totalCount: 60 }, 60, false],
  ['has only a next offset', 50, { ...first, nextOffset: 50 }, 51, true],
  ['has only hasMore: true', 50, { ...first, hasMore: true }, 51, true],
  ['has only hasMore: false', 20, { ...last, hasMore: false }, 120, false],
  ['has an invalid hasMore', 50, { ...first, totalCount: 120, hasMore: 'yes' }, 120, true],
  ['has no pagination', 20, undefined, 20, false],
  ['has a total below its entries', 20, { ...first, totalCount: 1, hasMore: false }, 20, false],
  ['has hasMore: true and a total of 1', 50, { ...first, totalCount: 1, hasMore: true }, 51, true],
  ['has a negative total', 50, { ...first, totalCount: -1, nextOffset: 50 }, 51, true],
  [
    'is empty and has hasMore: true',
    0,
    { ...last, totalCount: 60, hasMore: true, nextOffset: 150 },
    60,
    false,
  ],
] as const)(
  'computes the pagination of an answer that %s',
  (_, count, pagination, totalCount, hasMore) => {
    expect(standing(count, pagination)).toMatchObject({ totalCount, hasMore })
  },
)

test('counts an unreadable entry when it computes the total and whether more entries follow', () => {
  expect(standing(50, { ...first, hasMore: true }, 1)).toMatchObject({ totalCount: 51 })
  expect(standing(50, { ...first, totalCount: 51 }, 1)).toMatchObject({ hasMore: true })
  expect(standing(50, { ...first, totalCount: 50 }, 1)).toMatchObject({ hasMore: false })
})

test.each([-50, 0, 50])(
  'reports no next offset when the gateway returns, for the page at offset 50, the offset %d',
  (nextOffset) => {
    const pagination = { limit: 50, offset: 50, totalCount: 200, hasMore: true, nextOffset }
    expect(standing(50, pagination)).toMatchObject({ hasMore: true, nextOffset: null })
  },
)
