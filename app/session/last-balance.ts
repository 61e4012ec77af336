import { useEffect, useState } from 'react'

import { storeOrReadBalance, type LastBalance } from './stored-balance'

/**
 * Stores the balance in this browser and returns it while the gateway call fails. Errors of the
 * browser's storage are logged only (specification 3.35 and 8.8).
 * @param owner user hash of the owner; a balance of another owner is ignored
 * @param points the balance from the gateway; null when the call failed
 * @param isOld true when the gateway says that its balance may have changed
 * @returns null while the balance is loaded, or when none was stored
 */
export function useLastBalance(
  owner: string,
  points: number | null,
  isOld: boolean,
): LastBalance | null {
  const [last, setLast] = useState<LastBalance | null>(null)
  useEffect(() => setLast(storeOrReadBalance(owner, isOld ? null : points)), [owner, points, isOld])
  return last
}
