import { z } from 'zod/v4'

import type { Gateways } from '~/gateways/gateways.server'
import type { Review } from '~/gateways/shapes/catalogue.server'

const PAGE_SIZE = 10
const GATEWAY_PAGE = 50
/** Up to this many reviews can be put into another order: the gateway itself knows none. */
const MOST_SORTED = 200

export const reviewSorts = [
  { id: 'new', label: 'Сначала новые' },
  { id: 'high', label: 'Высокие оценки' },
  { id: 'low', label: 'Низкие оценки' },
] as const
export type ReviewSort = (typeof reviewSorts)[number]['id']

const sort = z.enum(reviewSorts.map(({ id }) => id)).catch('new')

/** The order that an address asks for. */
export function readReviewSort(search: URLSearchParams): ReviewSort {
  return sort.parse(search.get('sort') ?? 'new')
}

export interface ReviewsPage {
  items: Review[]
  pages: number
  /** Whether another order than the gateway's can be offered. */
  canSort: boolean
}

/**
 * A page of a product's reviews. The contract has no order: the gateway's own (newest first) is
 * paged as it comes; for another one all reviews are read and put in order here, as long as there
 * are not too many.
 */
export async function listReviewsPage(
  { catalogue }: Pick<Gateways, 'catalogue'>,
  { goodId, by, page }: { goodId: string; by: ReviewSort; page: number },
): Promise<ReviewsPage> {
  const read = (limit: number, offset: number) => catalogue.listReviews({ goodId, limit, offset })
  const offset = (page - 1) * PAGE_SIZE
  const shape = (total: number) => ({
    pages: Math.ceil(Math.max(0, total) / PAGE_SIZE),
    canSort: total > 1 && total <= MOST_SORTED,
  })
  if (by !== 'new') {
    const first = await read(GATEWAY_PAGE, 0)
    const total = first.pagination.totalCount
    if (total <= MOST_SORTED) {
      const offsets = [50, 100, 150].filter((each) => each < total)
      const rest = await Promise.all(offsets.map((each) => read(GATEWAY_PAGE, each)))
      const all = [first, ...rest].flatMap(({ items }) => items)
      all.sort((one, other) => (by === 'high' ? other.score - one.score : one.score - other.score))
      return { items: all.slice(offset, offset + PAGE_SIZE), ...shape(total) }
    }
  }
  const { items, pagination } = await read(PAGE_SIZE, offset)
  return { items, ...shape(pagination.totalCount) }
}
