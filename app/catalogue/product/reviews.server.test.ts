import { expect, test, vi } from 'vitest'

import type { Gateways } from '~/gateways/gateways.server'

import { listReviewsPage, scoresView } from './reviews.server'

function gatewaysWith(total: number) {
  const all = Array.from({ length: total }, (_, n) => ({ id: String(n), score: (n % 5) + 1 }))
  const listReviews = vi.fn(async ({ limit, offset }: { limit: number; offset: number }) => {
    const items = all.slice(offset, offset + limit)
    const hasMore = offset + limit < total
    const size = items.length
    return { items, pagination: { size, totalCount: total, hasMore, nextOffset: null } }
  })
  return {
    gateways: { catalogue: { listReviews } } as unknown as Pick<Gateways, 'catalogue'>,
    listReviews,
  }
}

test('loads a page of the newest reviews with one gateway call', async () => {
  const { gateways, listReviews } = gatewaysWith(35)
  const found = await listReviewsPage(gateways, { productId: '1', by: 'new', page: 2 })
  expect(found).toMatchObject({ pages: 4, canSort: true })
  expect(found.items.map(({ id }) => id)[0]).toBe('10')
  expect(listReviews).toHaveBeenCalledTimes(1)
})

test.each([
  ['high', [5, 5, 5]],
  ['low', [1, 1, 1]],
] as const)('sorts all reviews, not one page, with «%s»', async (by, first) => {
  const { gateways } = gatewaysWith(120)
  const { items } = await listReviewsPage(gateways, { productId: '1', by, page: 1 })
  expect(items).toHaveLength(10)
  expect(items.slice(0, 3).map(({ score }) => score)).toEqual(first)
})

test('offers no sorting for a product with 5000 reviews, and lists the newest first', async () => {
  const { gateways, listReviews } = gatewaysWith(5000)
  const found = await listReviewsPage(gateways, { productId: '1', by: 'low', page: 1 })
  expect(found.canSort).toBe(false)
  expect(found.items[0]?.id).toBe('0')
  expect(listReviews).toHaveBeenCalledTimes(1)
})

const distribution = { '1': 1, '2': 0, '3': 1, '4': 2, '5': 6 }

test('computes the rating and the share of each score, five first', () => {
  const view = scoresView({ rating: 4.2, scoresCount: 10, commentsCount: 3, distribution })
  expect(view.rating).toEqual({ value: '4,2', countText: '10 оценок' })
  expect(view.reviewsText).toBe('3 отзыва')
  expect(view.rows.map(({ percent }) => percent)).toEqual([60, 20, 10, 0, 10])
})

test('computes no shares without scores', () => {
  const none = { '1': 0, '2': 0, '3': 0, '4': 0, '5': 0 }
  const view = scoresView({ rating: 0, scoresCount: 0, commentsCount: 0, distribution: none })
  expect(view.rating).toBeNull()
  expect(view.rows.every(({ percent }) => percent === 0)).toBe(true)
  expect(JSON.stringify(view)).not.toContain('NaN')
})
