import { z } from 'zod'

const limit = z.coerce.number().int().min(1).max(50)
const offset = z.coerce.number().int().min(0)

/** `limit` and `offset` of a query; the contract allows a limit of 50 at most. */
export const pageQuery = { limit, offset }

/** One page of a list with the contract's `pagination`. */
export function pageOf<Item>(list: readonly Item[], page: { limit: number; offset: number }) {
  const end = page.offset + page.limit
  const hasMore = end < list.length
  return {
    items: list.slice(page.offset, end),
    pagination: {
      limit: page.limit,
      offset: page.offset,
      totalCount: list.length,
      hasMore,
      nextOffset: hasMore ? end : null,
    },
  }
}
