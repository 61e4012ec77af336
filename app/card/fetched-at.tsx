import { useEffect, useState } from 'react'

import { momentOf } from '~/lib/dates'

import styles from './fetched-at.module.css'

interface FetchedAtProps {
  /** When the code was fetched. */
  instant: string
  /**
   * The same as the server wrote it, which stands until the browser's own clock is available; none of a
   * later code.
   */
  serverTime?: string | undefined
}

/**
 * «Получен в 14:32», «Получен 20 ноября в 14:32» where the last code has stayed overnight: how old the
 * code is, in the shopper's own time where a script can tell.
 */
export function FetchedAt({ instant, serverTime }: FetchedAtProps) {
  const [isOwnClock, setIsOwnClock] = useState(serverTime === undefined)
  useEffect(() => setIsOwnClock(true), [])
  const shownTime = isOwnClock || serverTime === undefined ? momentOf(instant) : `в ${serverTime}`
  return (
    <p className={styles.fetched}>
      Код получен <time dateTime={instant}>{shownTime}</time>
    </p>
  )
}
