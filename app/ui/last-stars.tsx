import { formatMoment } from '~/lib/dates'

import { Stars } from './stars'
import styles from './stars.module.css'

interface LastStarsProps {
  /** Null when the balance failed to load. */
  amount: number | null
  /** The last balance of this browser at an ISO instant; null without one. */
  last: { stars: number; at: string } | null | undefined
}

/** The balance, or the last one with its time. */
export function LastStars({ amount, last }: LastStarsProps) {
  if (amount !== null) return <Stars amount={amount} size="large" />
  return (
    <>
      {last && <Stars amount={last.stars} size="large" />}
      <span className={styles.unknown}>
        {last ? `Так было ${formatMoment(last.at)}` : 'Баланс пока не загрузился'}
      </span>
    </>
  )
}
