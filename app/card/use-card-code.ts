import { useEffect, useState } from 'react'

/** The code on the card and when it was made, as `/qr/code` answers it. */
export interface CardCode {
  svg: string
  /** An instant. */
  fetchedAt: string
}

export const REFRESH_MS = 300_000

/**
 * Keeps the card's code fresh: every 300 000 ms while the page is seen, at once when the shopper
 * comes back to an old one, and when the network does. When a refresh fails the last code stays
 * and `isStale` says so; the shopper is at the till and has no use for an error.
 */
export function useCardCode(initial: CardCode | null) {
  const [code, setCode] = useState(initial)
  const [isStale, setIsStale] = useState(false)

  useEffect(() => setCode(initial), [initial])

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isGone = false
    let fetchedAt = initial ? Date.now() : 0

    async function refresh() {
      clearTimeout(timer)
      timer = setTimeout(refresh, REFRESH_MS)
      if (document.visibilityState !== 'visible') return
      try {
        const response = await fetch('/qr/code', { headers: { Accept: 'application/json' } })
        if (!response.ok || response.redirected) throw new Error('no code')
        const fresh = (await response.json()) as CardCode
        if (isGone) return
        fetchedAt = Date.now()
        setCode(fresh)
        setIsStale(false)
      } catch {
        if (!isGone) setIsStale(true)
      }
    }

    function onReturn() {
      const isOld = Date.now() - fetchedAt >= REFRESH_MS
      if (document.visibilityState === 'visible' && isOld) void refresh()
    }
    const onOnline = () => void refresh()

    timer = setTimeout(refresh, REFRESH_MS)
    document.addEventListener('visibilitychange', onReturn)
    window.addEventListener('online', onOnline)
    return () => {
      isGone = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onReturn)
      window.removeEventListener('online', onOnline)
    }
  }, [initial])

  return { code, isStale }
}
