import { useEffect, useState } from 'react'

import { reportError } from '~/platform/report-error'

import type { CardCode } from './code-answer'
import type { RefreshFault } from './code-refresher'

/** What a page brings along. */
interface Brought {
  /** The user hash of the card's owner. */
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
      // A reloaded page without a code shows the number: of more use than one that is refused.
      const isUsable = last.owner === owner && first !== 'refused'
      return { owner, code: initial ?? (isUsable ? last.code : null), fault: first }
    })
  }, [owner, initial, first])

  // The page is there first: what asks for the next code is fetched afterwards.
  useEffect(() => {
    let isGone = false
    let stop: (() => void) | undefined
    import('./fresh-code')
      .then(({ keepCodeFresh }) => {
        if (isGone) return
        stop = keepCodeFresh({
          owner,
          initial: first,
          onAsked: (code, fault) => setShown((last) => ({ owner, code: code ?? last.code, fault })),
        })
      })
      .catch((error) => reportError(error, 'card code'))
    return () => {
      isGone = true
      stop?.()
    }
  }, [owner, initial, first])

  return shown.owner === owner ? shown : { owner, code: initial, fault: first }
}
