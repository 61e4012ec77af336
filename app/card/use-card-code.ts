import { useEffect, useState } from 'react'

import { reportError } from '~/platform/report-error'

import type { CardCode } from './fresh-code'
import type { CodeError } from './code-pause'

/** The code that the page was loaded with. */
interface Brought {
  /** The user hash of the card's owner. */
  owner: string
  code: CardCode | null
  /** Why there is no code; null with one. */
  fault: CodeError | null
}

/**
 * Renews the card's code while the page is visible (`code-refresher.ts`). On errors the last code
 * stays, because it may still work at the till; `fault` has the reason. Never shows another
 * shopper's code.
 */
export function useCardCode({ owner, code: initial, fault: first }: Brought) {
  const [shown, setShown] = useState<Brought>({ owner, code: initial, fault: first })

  useEffect(() => {
    setShown((last) => {
      // After a refusal the number is of more use than an old code.
      const isUsable = last.owner === owner && first !== 'refused'
      return { owner, code: initial ?? (isUsable ? last.code : null), fault: first }
    })
  }, [owner, initial, first])

  // Loaded after the page, because the first code is already there.
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
