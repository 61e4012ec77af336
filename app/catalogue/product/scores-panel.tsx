import { classes } from '~/ui/classes'
import { Icon } from '~/ui/icon'
import { Figures } from '~/ui/figures'
import { Live } from '~/ui/live'
import { Distribution } from './rating'

import styles from './reviews.module.css'
import type { ScoresView } from './scores.server'

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
