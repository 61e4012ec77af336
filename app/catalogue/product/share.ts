import { useCallback, useEffect, useState } from 'react'

import { useCopy } from '~/ui/copy'
import { track } from '~/analytics/events'

/**
 * Passes a page on: by the system's own sheet where there is one, else the address is copied.
 * `can` is null until the browser has shown what it can, so that no dead button is rendered.
 */
export function useShare({ title, url }: { title: string; url: string }) {
  const { canCopy, isCopied, copy } = useCopy(url)
  const [hasSheet, setHasSheet] = useState(false)
  useEffect(() => setHasSheet('share' in navigator), [])

  const share = useCallback(async () => {
    track('Product:Share', { way: hasSheet ? 'share' : 'copy' })
    if (!hasSheet) return copy()
    try {
      await navigator.share({ title, url })
    } catch {
      // Closed without choosing: nothing is to be said.
    }
  }, [hasSheet, copy, title, url])

  const can: 'share' | 'copy' | null = hasSheet ? 'share' : canCopy ? 'copy' : null
  return { can, isCopied, share }
}
