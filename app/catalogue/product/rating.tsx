import type { RatingView } from '~/catalogue/products/product-summary.server'

import { Icon } from '~/ui/icon'
import { spoken } from '~/lib/numbers'
import styles from './rating.module.css'
import type { ScoresView } from './reviews.server'

/** An average score «4,8» with a star, and the number of scores. */
export function Rating({ rating, isShort = false }: { rating: RatingView; isShort?: boolean }) {
  return (
    <span className={styles.rating}>
      <span className={styles.star}>
        <Icon name="star-filled" size="small" />
      </span>
      <span>
        <span className="visually-hidden">{`${isShort ? 'Оценка ' : ''}${rating.value}, ${spoken(rating.countText)}`}</span>
        <span className={styles.value} aria-hidden="true">
          {rating.value}
        </span>
        {!isShort && (
          <span className={styles.count} aria-hidden="true">
            {` ${rating.countText}`}
          </span>
        )}
      </span>
    </span>
  )
}

/** One shopper's score out of five stars. */
export function Score({ score }: { score: number }) {
  return (
    <span className={styles.score} role="img" aria-label={`Оценка ${score} из 5`}>
      {[1, 2, 3, 4, 5].map((place) => (
        <span className={place <= score ? styles.star : styles.noStar} key={place}>
          <Icon name={place <= score ? 'star-filled' : 'star'} size="small" />
        </span>
      ))}
    </span>
  )
}

/** The number of reviews by score, five first. */
export function Distribution({ rows }: Pick<ScoresView, 'rows'>) {
  return (
    <ul className={styles.rows}>
      {rows.map(({ score, count, percent }) => (
        <li className={styles.row} key={score}>
          <span className="visually-hidden">{`Оценка ${score}: ${spoken(count)}`}</span>
          <span className={styles.label} aria-hidden="true">
            {score}
            <span className={styles.star}>
              <Icon name="star-filled" size="small" />
            </span>
          </span>
          <svg
            className={styles.bar}
            viewBox="0 0 100 1"
            preserveAspectRatio="none"
            aria-hidden="true"
            focusable="false"
          >
            <rect className={styles.track} width="100" height="1" />
            <rect className={styles.fill} width={percent} height="1" />
          </svg>
          <span className={styles.amount} aria-hidden="true">
            {count}
          </span>
        </li>
      ))}
    </ul>
  )
}
