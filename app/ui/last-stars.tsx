import { asOf } from '~/lib/dates'

import { Stars } from './stars'
import styles from './stars.module.css'

interface LastStarsProps {
  /** Null: it could not be loaded. */
  amount: number | null
  /** What this browser knew last, at an ISO instant; null: nothing. */
  last: { stars: number; at: string } | null | undefined
}

/** The balance, or else the last one, with the time that it is of. */
export function LastStars({ amount, last }: LastStarsProps) {
  if (amount !== null) return <Stars amount={amount} size="large" />
  return (
    <>
      {last && <Stars amount={last.stars} size="large" />}
      <span className={styles.unknown}>
        {last ? `Так было ${asOf(last.at)}` : 'Баланс пока не загрузился'}
      </span>
    </>
  )
}
