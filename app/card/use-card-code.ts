import { useEffect, useState } from 'react'

import { askForCode, type CardCode } from './code-answer'
import { startRefresher, type RefreshFault } from './code-refresher'

/** What a page brings along. */
interface Brought {
  /** Whose card it is, as records are tagged. */
  owner: string
  code: CardCode | null
  /** Why there is none; null with a code. */
  fault: RefreshFault | null
}

/**
 * Keeps the card's code fresh while the page is seen (`code-refresher.ts`). Whatever fails, the last
 * code stays until there is another, and `fault` says why there is none: the shopper is at the till and
 * has no use for an error. Another shopper's code is never shown beside this one's number.
 */
export function useCardCode({ owner, code: initial, fault: first }: Brought) {
  const [shown, setShown] = useState<Brought>({ owner, code: initial, fault: first })

  useEffect(() => {
    setShown((last) => {
      // A page that came anew without a code has the number: of more use than one that is refused.
      const isKept = last.owner === owner && first !== 'refused'
      return { owner, code: initial ?? (isKept ? last.code : null), fault: first }
    })
  }, [owner, initial, first])

  useEffect(() => {
    let isGone = false
    const refresher = startRefresher({
      initial: first,
      isSeen: () => document.visibilityState === 'visible',
      async ask() {
        const asked = await askForCode()
        if (isGone) return asked
        if (asked.fault === null && asked.owner !== owner) {
          // Somebody else has signed in in another tab: all of this page is another's now.
          location.reload()
          return asked
        }
        const { fault } = asked
        const fresh = fault === null ? asked.code : null
        setShown((last) => ({ owner, code: fresh ?? last.code, fault }))
        return asked
      },
    })
    document.addEventListener('visibilitychange', refresher.onReturn)
    window.addEventListener('online', refresher.onReconnect)
    return () => {
      isGone = true
      refresher.stop()
      document.removeEventListener('visibilitychange', refresher.onReturn)
      window.removeEventListener('online', refresher.onReconnect)
    }
  }, [owner, initial, first])

  return shown.owner === owner ? shown : { owner, code: initial, fault: first }
}
