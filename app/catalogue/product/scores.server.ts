import { ratingView } from '~/catalogue/goods/good-view.server'
import type { Review, Scores } from '~/gateways/shapes/catalogue.server'
import { formatDay } from '~/lib/dates'
import type { RatingView } from '~/catalogue/goods/good-view'
import { formatNumber } from '~/lib/numbers'
import { plural } from '~/lib/plural'

export interface ScoresView {
  /** Null: nobody has scored yet. */
  rating: RatingView | null
  rows: { score: number; count: string; percent: number }[]
  /** «12 отзывов». */
  reviewsText: string
}

/** A rating and how many gave which score, five first. */
export function scoresView(scores: Scores): ScoresView {
  const counts = ([5, 4, 3, 2, 1] as const).map((score) => ({
    score,
    amount: Math.max(0, scores.distribution[`${score}`]),
  }))
  const all = counts.reduce((sum, { amount }) => sum + amount, 0)
  const reviews = Math.max(0, scores.commentsCount)
  return {
    rating: ratingView(scores),
    rows: counts.map(({ score, amount }) => ({
      score,
      count: formatNumber(amount),
      percent: all > 0 ? Math.round((amount / all) * 100) : 0,
    })),
    reviewsText: `${formatNumber(reviews)} ${plural(reviews, 'отзыв', 'отзыва', 'отзывов')}`,
  }
}

export interface ReviewView {
  id: string
  author: string
  date: string
  score: number
  text: string | null
  pros: string | null
  cons: string | null
}

/** A review as it is shown. */
export function reviewView({
  id,
  authorName,
  createdAt,
  score,
  text,
  pros,
  cons,
}: Review): ReviewView {
  return {
    id,
    author: authorName.trim() || 'Покупатель',
    date: formatDay(createdAt, { withYear: true }),
    score,
    text: text?.trim() || null,
    pros: pros?.trim() || null,
    cons: cons?.trim() || null,
  }
}
