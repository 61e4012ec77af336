import { useEffect, useState } from 'react'

import { formatTime } from '~/lib/dates'

import styles from './fetched-at.module.css'

interface FetchedAtProps {
  /** When the code was fetched. */
  instant: string
  /**
   * The same as the server wrote it, which stands until the browser's own clock is known; none of a
   * code that came later.
   */
  serverTime?: string | undefined
}

/** «Получен в 14:32»: how old the code is, in the shopper's own time where a script can tell. */
export function FetchedAt({ instant, serverTime }: FetchedAtProps) {
  const [time, setTime] = useState(serverTime ?? formatTime(instant))
  useEffect(() => setTime(formatTime(instant)), [instant])
  return (
    <p className={styles.fetched}>
      Код получен в <time dateTime={instant}>{time}</time>
    </p>
  )
}
