import { useCallback, useEffect, useState } from 'react'

import { useCopy } from '~/ui/copy'
import { track } from '~/analytics/events'

/** After this time without a result of the share sheet, the page also shows the address. */
const LATE_MS = 3000

/** The share sheet was closed without a choice. */
const isClosed = (error: unknown) => (error as Error | null)?.name === 'AbortError'

/**
 * Shares a page with the system's sheet, or copies its address. When both fail, `hasFailed` shows
 * the address in the element of `source`.
 */
export function useShare({ title, url }: { title: string; url: string }) {
  const { canCopy, isCopied, hasFailed, copy, showSource, source } =
    useCopy<HTMLParagraphElement>(url)
  const [hasSheet, setHasSheet] = useState(false)
  useEffect(() => setHasSheet('share' in navigator), [])

  const share = useCallback(async () => {
    track('Product:Share', { way: hasSheet ? 'share' : 'copy' })
    if (!hasSheet) return copy()
    const late = setTimeout(showSource, LATE_MS, true)
    try {
      await navigator.share({ title, url })
      showSource(false)
    } catch (error) {
      if (isClosed(error)) showSource(false)
      else await copy()
    } finally {
      clearTimeout(late)
    }
  }, [hasSheet, copy, showSource, title, url])

  const can: 'share' | 'copy' | null = hasSheet ? 'share' : canCopy ? 'copy' : null
  return { can, isCopied, hasFailed, share, source }
}
