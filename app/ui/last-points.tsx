import { formatTimeOrDay } from '~/lib/dates'
import { getBrowserZone } from '~/lib/time-zones'

import { Points } from './points'
import styles from './points.module.css'

interface LastPointsProps {
  /** Null when the balance failed to load. */
  amount: number | null
  /** True when the gateway says that the amount may have changed (specification 3.11). */
  isOld: boolean
  /** The last balance of this browser at an ISO instant; null without one. */
  last: { points: number; at: string } | null | undefined
}

/** The balance, or the last one with its time. */
export function LastPoints({ amount, isOld, last }: LastPointsProps) {
  if (amount !== null && !isOld) return <Points amount={amount} size="large" />
  const shown = amount ?? last?.points
  const note =
    last?.points === shown && last
      ? `Так было ${formatTimeOrDay(last.at, getBrowserZone())}`
      : amount === null
        ? 'Баланс пока не загрузился'
        : 'Баланс мог измениться: новых данных пока нет'
  return (
    <>
      {shown !== undefined && <Points amount={shown} size="large" />}
      <span className={styles.unknown}>{note}</span>
    </>
  )
}
