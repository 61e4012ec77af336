import { useEffect, useState } from 'react'

import { formatDayAndTime } from '~/lib/dates'
import { getBrowserZone } from '~/lib/time-zones'

import styles from './fetched-at.module.css'

interface FetchedAtProps {
  /** When the code was fetched. */
  instant: string
  /** The server's text, shown until hydration; absent for a later code. */
  serverTime?: string | undefined
}

/**
 * The age of the code in the shopper's local time: «Код получен в 14:32», or with the day «Код
 * получен 20 ноября в 14:32» when it is older.
 */
export function FetchedAt({ instant, serverTime }: FetchedAtProps) {
  const [isOwnClock, setIsOwnClock] = useState(serverTime === undefined)
  useEffect(() => setIsOwnClock(true), [])
  const shownTime =
    isOwnClock || serverTime === undefined
      ? formatDayAndTime(instant, getBrowserZone())
      : `в ${serverTime}`
  return (
    <p className={styles.fetched}>
      Код получен <time dateTime={instant}>{shownTime}</time>
    </p>
  )
}
