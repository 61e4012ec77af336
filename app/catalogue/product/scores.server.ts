import { ratingView } from '~/catalogue/products/product-summary.server'
import type { Review, Scores } from '~/gateways/schemas/catalogue.server'
import { formatDay } from '~/lib/dates'
import type { RatingView } from '~/catalogue/products/product-summary'
import { formatNumber } from '~/lib/numbers'
import { plural } from '~/lib/plural'

export interface ScoresView {
  /** Null: no scores yet. */
  rating: RatingView | null
  /** Empty when the numbers by score are unknown. */
  rows: { score: number; count: string; percent: number }[]
  /** «12 отзывов»; null without a count. */
  reviewsText: string | null
}

/** The rating and the number of reviews by score, five first. */
export function scoresView(scores: Scores): ScoresView {
  const { distribution, commentsCount } = scores
  const counts = ([5, 4, 3, 2, 1] as const).flatMap((score) =>
    distribution ? [{ score, amount: Math.max(0, distribution[`${score}`]) }] : [],
  )
  const all = counts.reduce((sum, { amount }) => sum + amount, 0)
  const reviews = Math.max(0, commentsCount ?? 0)
  return {
    rating: ratingView(scores),
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

export interface ReviewView {
  author: string
  /** Null without a date. */
  date: string | null
  score: number
  text: string | null
  pros: string | null
  cons: string | null
}

/** A review as it is shown. */
export function reviewView({ authorName, createdAt, score, text, pros, cons }: Review): ReviewView {
  return {
    author: authorName.trim() || 'Покупатель',
    date: createdAt && formatDay(createdAt, { withYear: true }),
    score,
    text: text?.trim() || null,
    pros: pros?.trim() || null,
    cons: cons?.trim() || null,
  }
}
