import { Score } from './rating'

import styles from './reviews.module.css'
import type { ReviewView } from './scores.server'

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
