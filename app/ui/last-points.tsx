import { formatMoment } from '~/lib/dates'

import { Points } from './points'
import styles from './points.module.css'

interface LastPointsProps {
  /** Null when the balance failed to load. */
  amount: number | null
  /** The last balance of this browser at an ISO instant; null without one. */
  last: { points: number; at: string } | null | undefined
}

/** The balance, or the last one with its time. */
export function LastPoints({ amount, last }: LastPointsProps) {
  if (amount !== null) return <Points amount={amount} size="large" />
  return (
    <>
      {last && <Points amount={last.points} size="large" />}
      <span className={styles.unknown}>
        {last ? `Так было ${formatMoment(last.at)}` : 'Баланс пока не загрузился'}
      </span>
    </>
  )
}
