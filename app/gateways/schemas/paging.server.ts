import { z } from 'zod'

import { maybe, orElse, getSize } from './common.server'

const count = z.number().int()

const pagination = z.object({
  limit: maybe(count),
  offset: maybe(count),
  totalCount: orElse(count.min(0), undefined),
  hasMore: orElse(z.boolean(), undefined),
  nextOffset: orElse(count.nullable(), null),
})

/** The position of a page in its list. */
export interface Pagination {
  limit?: number | undefined
  offset?: number | undefined
  /** The entries received, including unreadable ones. */
  size: number
  totalCount: number
  hasMore: boolean
  /** As the gateway says; `offsetAfter` also knows lists without it. */
  nextOffset: number | null
}

/** The pagination of a response before its entries are counted. */
export const paging = orElse(pagination, undefined)

/**
 * Computes a page's position with reliable numbers. If the response does not say whether there is
 * more, its other fields decide. A missing or too small total becomes the page's end, plus one if
 * there is more. An empty page is the last one. A next page that points back is ignored.
 * @param name the property with the entries
 */
export const locatedBy =
  <Name extends string>(name: Name) =>
  <List extends Record<Name, unknown[]> & { pagination?: z.output<typeof paging> }>(
    response: List,
  ): Omit<List, 'pagination'> & { pagination: Pagination } => {
    const given: Partial<Pagination> = response.pagination ?? {}
    const { offset = 0 } = given
    const nextOffset = given.nextOffset && given.nextOffset > offset ? given.nextOffset : null
    const size = getSize(response[name])
    const end = offset + size
    const isBefore = nextOffset !== null || end < (given.totalCount ?? 0)
    const hasMore = size > 0 && (given.hasMore ?? isBefore)
    const least = end + Number(hasMore && (given.hasMore || given.totalCount === undefined))
    const totalCount = Math.max(given.totalCount ?? 0, size > 0 ? least : 0)
    return { ...response, pagination: { ...given, size, totalCount, hasMore, nextOffset } }
  }

/**
 * Where a list continues after a page: at the gateway's next offset, else after what was received, because
 * a gateway may send fewer entries than asked for. Null at the end.
 */
export function offsetAfter(
  asked: number,
  { hasMore, nextOffset, size }: Pick<Pagination, 'hasMore' | 'nextOffset' | 'size'>,
): number | null {
  if (!hasMore) return null
  return nextOffset !== null && nextOffset > asked ? nextOffset : asked + size
}

/** One page of a list: `limit` is at most 50. */
export const page = z.object({
  limit: z.number().int().min(1).max(50),
  offset: z.number().int().min(0),
})
export type Page = z.output<typeof page>

/** The longest first page. */
export const firstPage: Page = { limit: 50, offset: 0 }
