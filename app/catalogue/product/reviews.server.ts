import { z } from 'zod'

import { listAllPages, readRange } from '~/gateways/all-pages.server'
import type { Gateways } from '~/gateways/gateways.server'
import type { Review, Scores } from '~/gateways/schemas/catalogue.server'
import type { Page } from '~/gateways/schemas/paging.server'
import { countPages } from '~/lib/paging'
import { ratingView } from '~/catalogue/products/product-summary.server'
import { formatDay } from '~/lib/dates'
import { MOSCOW } from '~/lib/time-zones'
import { formatNumber, plural } from '~/lib/numbers'

const PAGE_SIZE = 10
/** A product with more reviews is not sorted: the gateway offers no order, so all reviews must be loaded. */
const MAX_SORTED = 200

export const reviewSorts = [
  { id: 'new', label: 'Сначала новые' },
  { id: 'high', label: 'Высокие оценки' },
  { id: 'low', label: 'Низкие оценки' },
] as const
type ReviewSort = (typeof reviewSorts)[number]['id']

const sort = z.enum(reviewSorts.map(({ id }) => id)).catch('new')

/** The sort order of an address. */
export function readReviewSort(search: URLSearchParams): ReviewSort {
  return sort.parse(search.get('sort') ?? 'new')
}

/**
 * A page of a product's reviews. The contract has no sort order. The gateway's own order (newest first) is
 * paged; for others all reviews are loaded and sorted. Above `MAX_SORTED` reviews the gateway's order is
 * used for any choice.
 */
export async function listReviewsPage(
  { catalogue }: Pick<Gateways, 'catalogue'>,
  { productId, by, page }: { productId: string; by: ReviewSort; page: number },
) {
  const read = (asked: Page) => catalogue.listReviews({ productId, ...asked })
  const offset = (page - 1) * PAGE_SIZE
  const shape = (total: number, items: Review[]) => ({
    items,
    pages: countPages(total, { size: PAGE_SIZE, page, shown: items.length }),
    /** True when other orders can be offered. */
    canSort: total > 1 && total <= MAX_SORTED,
  })
  const { pages, totalCount } = await readRange(read, offset, offset + PAGE_SIZE)
  const newest = shape(
    totalCount,
    pages.flatMap((each) => each.page.items),
  )
  if (by === 'new' || !newest.canSort) return newest
  const { entries } = await listAllPages(
    read,
    ({ items }) => items,
    (review) => review.id ?? review,
    MAX_SORTED,
  )
  entries.sort((one, other) => (by === 'high' ? other.score - one.score : one.score - other.score))
  return shape(entries.length, entries.slice(offset, offset + PAGE_SIZE))
}

/** The rating and the number of reviews by score, five first. */
export function scoresView(scores: Scores) {
  const { distribution, commentsCount } = scores
  const counts = ([5, 4, 3, 2, 1] as const).flatMap((score) =>
    distribution ? [{ score, amount: Math.max(0, distribution[`${score}`]) }] : [],
  )
  const all = counts.reduce((sum, { amount }) => sum + amount, 0)
  const reviews = Math.max(0, commentsCount ?? 0)
  return {
    /** Null: no scores yet. */
    rating: ratingView(scores),
    /** Empty when the numbers by score are unknown. */
    rows: counts.map(({ score, amount }) => ({
      score,
      count: formatNumber(amount),
      percent: all > 0 ? Math.round((amount / all) * 100) : 0,
    })),
    reviewsText:
      commentsCount === undefined
        ? null
        : `${formatNumber(reviews)} ${plural(reviews, 'отзыв', 'отзыва', 'отзывов')}`,
  }
}

export type ScoresView = ReturnType<typeof scoresView>

/** A review as it is shown. */
export function reviewView({ authorName, createdAt, score, text, pros, cons }: Review) {
  return {
    author: authorName.trim() || 'Покупатель',
    date: createdAt && formatDay(createdAt, MOSCOW, true),
    score,
    text: text?.trim() || null,
    pros: pros?.trim() || null,
    cons: cons?.trim() || null,
  }
}

export type ReviewView = ReturnType<typeof reviewView>
