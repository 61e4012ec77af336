import { useEffect, useState } from 'react'

/**
 * Seconds left until an instant (Unix seconds); null until the script runs, so that the server's
 * own words stand until then.
 */
export function useCountdown(until: number): number | null {
  const [left, setLeft] = useState<number | null>(null)
  useEffect(() => {
    const count = () => setLeft(Math.max(0, until - Date.now() / 1000))
    count()
    const timer = setInterval(count, 1000)
    return () => clearInterval(timer)
  }, [until])
  return left
}
