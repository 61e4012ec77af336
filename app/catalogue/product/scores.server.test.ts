import { expect, test } from 'vitest'

import { scoresView } from './reviews.server'

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
