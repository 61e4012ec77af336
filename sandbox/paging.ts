import { z } from 'zod'

import type { Settings } from './settings'

const limit = z.coerce.number().int().min(1).max(50)
const offset = z.coerce.number().int().min(0)

/** `limit` and `offset` of a query; the contract allows a limit of 50 at most. */
export const pageQuery = { limit, offset }

/** One page of a list with the contract's `pagination`, cut to the gateway's largest page. */
export function getPage<Item>(
  list: readonly Item[],
  asked: { limit: number; offset: number },
  { largestPage }: Pick<Settings, 'largestPage'>,
) {
  const page = { limit: Math.min(asked.limit, largestPage), offset: asked.offset }
  const end = page.offset + page.limit
  const hasMore = end < list.length
  return {
    items: list.slice(page.offset, end),
    pagination: {
      ...page,
      totalCount: list.length,
      hasMore,
      nextOffset: hasMore ? end : null,
    },
  }
}
