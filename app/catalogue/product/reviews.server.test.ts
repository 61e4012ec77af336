import { expect, test, vi } from 'vitest'

import type { Gateways } from '~/gateways/gateways.server'

import { reviewSchema } from './review-form.server'
import { listReviewsPage } from './reviews.server'

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

test('counts a line break as one of 3000 characters of a review, trims text and rejects a score of 6', () => {
  const text = 'строка\r\n'.repeat(428)
  expect(reviewSchema.parse({ score: '4', text, pros: '  ' })).toMatchObject({ score: 4, pros: '' })
  expect(reviewSchema.safeParse({ score: '4', text: 'x'.repeat(3001) }).success).toBe(false)
  expect(reviewSchema.safeParse({ score: '6' }).success).toBe(false)
})
