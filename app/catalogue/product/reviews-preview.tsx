import { classes } from '~/ui/classes'
import { BlockError } from '~/ui/block'
import { ButtonLink } from '~/ui/button'
import { Figures } from '~/ui/figures'

import { ReviewList, ScoresPanel } from './review-list'
import styles from './reviews.module.css'
import type { ReviewView, ScoresView } from './reviews.server'

type ReviewsPreviewProps = {
  /** Null: not loaded. */
  scores: ScoresView | null
  reviews: ReviewView[] | null
  /** True when the shopper has sent a review. */
  isSent: boolean
  reviewsHref: string
  retryHref: string
}

/** The rating and the newest reviews, with links to all of them and to the form. */
export function ReviewsPreview({
  scores,
  reviews,
  isSent,
  reviewsHref,
  retryHref,
}: ReviewsPreviewProps) {
  return (
    <div className={classes('stack gap-5', styles.screen)}>
      {scores ? (
        <ScoresPanel scores={scores} />
      ) : (
        <BlockError retryHref={retryHref} title="Рейтинг не загрузился" />
      )}
      {reviews === null && <BlockError retryHref={retryHref} title="Отзывы не загрузились" />}
      {reviews && reviews.length > 0 && <ReviewList reviews={reviews} />}
      <div className={styles.links}>
        {reviews && reviews.length > 0 && (
          <ButtonLink to={reviewsHref} variant="secondary" size="small">
            <Figures>{scores?.reviewsText ? `Все: ${scores.reviewsText}` : 'Все отзывы'}</Figures>
          </ButtonLink>
        )}
        <ButtonLink to={`${reviewsHref}#write`} variant="secondary" size="small">
          {isSent ? 'Ваш отзыв' : 'Оставить отзыв'}
        </ButtonLink>
      </div>
    </div>
  )
}
