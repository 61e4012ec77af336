import { z } from 'zod'

import { listAllPages } from '~/gateways/all-pages.server'
import type { Gateways } from '~/gateways/gateways.server'
import type { Review } from '~/gateways/schemas/catalogue.server'
import { countPages } from '~/lib/paging'

const PAGE_SIZE = 10
const GATEWAY_PAGE = 50
/** A product with more reviews is not sorted: the gateway offers no order, so all reviews must be loaded. */
const MOST_SORTED = 200

export const reviewSorts = [
  { id: 'new', label: 'Сначала новые' },
  { id: 'high', label: 'Высокие оценки' },
  { id: 'low', label: 'Низкие оценки' },
] as const
export type ReviewSort = (typeof reviewSorts)[number]['id']

const sort = z.enum(reviewSorts.map(({ id }) => id)).catch('new')

/** The sort order of an address. */
export function readReviewSort(search: URLSearchParams): ReviewSort {
  return sort.parse(search.get('sort') ?? 'new')
}

export interface ReviewsPage {
  items: Review[]
  pages: number
  /** True when other orders can be offered. */
  canSort: boolean
}

/**
 * A page of a product's reviews. The contract has no sort order. The gateway's own order (newest first) is
 * paged; for others all reviews are loaded and sorted. Above `MOST_SORTED` reviews the gateway's order is
 * used for any choice.
 */
export async function listReviewsPage(
  { catalogue }: Pick<Gateways, 'catalogue'>,
  { goodId, by, page }: { goodId: string; by: ReviewSort; page: number },
): Promise<ReviewsPage> {
  const read = (limit: number, offset: number) => catalogue.listReviews({ goodId, limit, offset })
  const offset = (page - 1) * PAGE_SIZE
  const shape = (total: number, shown: number) => ({
    pages: countPages(total, { size: PAGE_SIZE, page, shown }),
    canSort: total > 1 && total <= MOST_SORTED,
  })
  if (by !== 'new') {
    const first = await read(GATEWAY_PAGE, 0)
    const total = first.pagination.totalCount
    if (total <= MOST_SORTED) {
      const all = await listAllPages(
        async (asked) => {
          const { items, pagination } =
            asked.offset === 0 ? first : await read(asked.limit, asked.offset)
          return { entries: items, pagination }
        },
        (review) => review.id ?? review,
      )
      all.sort((one, other) => (by === 'high' ? other.score - one.score : one.score - other.score))
      const items = all.slice(offset, offset + PAGE_SIZE)
      return { items, ...shape(all.length, items.length) }
    }
  }
  const { items, pagination } = await read(PAGE_SIZE, offset)
  return { items, ...shape(pagination.totalCount, items.length) }
}
