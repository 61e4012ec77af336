import { useEffect, useState } from 'react'

import { keepAwake } from './keep-awake'

/**
 * Keeps the screen on while the page is visible and `isWanted` is true.
 * @returns true when the browser refused
 */
export function useWakeLock(isWanted = true): boolean {
  const [isRefused, setIsRefused] = useState(false)
  useEffect(() => (isWanted ? keepAwake(setIsRefused) : undefined), [isWanted])
  return isRefused
}
