import { useEffect, useState } from 'react'

import { reportError } from '~/platform/report-error'

import type { CardQr } from './fresh-code'
import type { QrError } from './code-refresher'

/** The code that the page was loaded with. */
interface Brought {
  /** The user hash of the card's owner. */
  owner: string
  qr: CardQr | null
  /** Why there is no code; null with one. */
  qrError: QrError | null
}

/**
 * Renews the card's code while the page is visible (`code-refresher.ts`). On an error the last code stays,
 * because it may still work at the till, unless the page was loaded with a refusal; `qrError` has the reason. Never shows another
 * shopper's code.
 */
export function useCardCode({ owner, qr: initial, qrError: first }: Brought) {
  const [shown, setShown] = useState<Brought>({ owner, qr: initial, qrError: first })

  useEffect(() => {
    setShown((last) => {
      // After a refusal the number is of more use than an old code.
      const isUsable = last.owner === owner && first !== 'refused'
      return { owner, qr: initial ?? (isUsable ? last.qr : null), qrError: first }
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
          initial: first,
          onAsked(asked) {
            if (asked.qrError !== null)
              setShown((last) => ({ owner, qr: last.qr, qrError: asked.qrError }))
            // Another shopper has signed in in another tab.
            else if (asked.owner !== owner) location.reload()
            else setShown(asked)
          },
        })
      })
      .catch((error) => reportError(error, 'card code'))
    return () => {
      isGone = true
      stop?.()
    }
  }, [owner, initial, first])

  return shown.owner === owner ? shown : { owner, qr: initial, qrError: first }
}
