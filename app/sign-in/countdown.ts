import { useEffect, useRef, useState } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'

/**
 * Seconds left until an instant, both of the server's clock (Unix seconds): phones' clocks are set by
 * hand. Null until the script runs, so that the server's own text stand until then.
 * @param now the server's time of this value
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

/** Milliseconds since the document began to come: on a slow network its script may come long after it. */
function sinceDocument(): number {
  const [document] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return document ? performance.now() - document.responseStart : 0
}
