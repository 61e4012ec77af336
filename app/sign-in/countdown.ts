import { useEffect, useState } from 'react'

/**
 * Seconds left until an instant, both of the server's clock (Unix seconds): phones' clocks are set by
 * hand. Null until the script runs, so that the server's own words stand until then.
 * @param now when the server said so
 */
export function useCountdown(until: number, now: number): number | null {
  const [left, setLeft] = useState<number | null>(null)
  useEffect(() => {
    const end = Date.now() / 1000 + until - now
    const count = () => setLeft(Math.max(0, end - Date.now() / 1000))
    count()
    const timer = setInterval(count, 1000)
    return () => clearInterval(timer)
  }, [until, now])
  return left
}
