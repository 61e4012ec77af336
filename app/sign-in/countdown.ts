import { useEffect, useRef, useState } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'

/**
 * Seconds left until an instant. Both are server times (Unix seconds), because a phone's clock may be
 * wrong. Null until hydration, so that the server's text stays.
 * @param now the server's time when it rendered the page
 */
export function useCountdown(until: number, now: number): number | null {
  const [left, setLeft] = useState<number | null>(null)
  const isHydrated = useHydrated()
  const isFromDocument = useRef(!isHydrated)
  useEffect(() => {
    const lateMs = isFromDocument.current ? sinceDocument() : 0
    isFromDocument.current = false
    const end = (Date.now() - lateMs) / 1000 + until - now
    const count = () => setLeft(Math.max(0, end - Date.now() / 1000))
    count()
    const timer = setInterval(count, 1000)
    return () => clearInterval(timer)
  }, [until, now])
  return left
}

/** Milliseconds since the navigation started; on a slow network the script starts much later. */
function sinceDocument(): number {
  const [document] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return document ? performance.now() - document.responseStart : 0
}
