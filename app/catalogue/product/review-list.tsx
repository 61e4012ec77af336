import { classes } from '~/ui/classes'
import { Icon } from '~/ui/icon'
import { Figures } from '~/ui/figures'
import { Live } from '~/ui/live'

import { Score, Distribution } from './rating'
import styles from './reviews.module.css'
import type { ReviewView, ScoresView } from './reviews.server'

/** Reviews of other shoppers as plain text. */
export function ReviewList({ reviews }: { reviews: ReviewView[] }) {
  return (
    <ul className="stack gap-3">
      {reviews.map(({ author, date, score, text, pros, cons }, place) => (
        <li className={styles.review} key={place}>
          <p className={styles.head}>
            <span className={styles.author}>{author}</span>
            <Score score={score} />
            {date && <span className={styles.date}>{date}</span>}
          </p>
          {text && <p className={styles.text}>{text}</p>}
          {pros && (
            <p className={styles.text}>
              <b>Достоинства:</b>
              {` ${pros}`}
            </p>
          )}
          {cons && (
            <p className={styles.text}>
              <b>Недостатки:</b>
              {` ${cons}`}
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}

/** The average in large letters, with the five rows beside it. */
export function ScoresPanel({ scores: { rating, rows } }: { scores: ScoresView }) {
  if (!rating) return <p className={styles.none}>Оценок пока нет. Ваша будет первой.</p>
  return (
    <div className={classes('card', styles.panel)}>
      <p className="stack gap-1">
        <span className={styles.figure}>
          <Live>{rating.value}</Live>
          <span className={styles.star}>
            <Icon name="star-filled" size="large" />
          </span>
        </span>
        <span className={styles.date}>
          <Figures>{rating.countText}</Figures>
        </span>
      </p>
      {rows.length > 0 && <Distribution rows={rows} />}
    </div>
  )
}
