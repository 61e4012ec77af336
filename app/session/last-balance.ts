import { useEffect, useState } from 'react'

import { BALANCE_KEY } from '~/domain/storage-keys'
import { reportError } from '~/platform/report-error'

/**
 * Stores the balance in this browser and returns it while the gateway fails or has an old one. Errors of the
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

/** A balance of points with its time as an ISO instant. */
export interface LastBalance {
  points: number
  at: string
}

/**
 * Stores a fresh balance and returns null; without one, returns the stored balance of this shopper. Reports
 * errors of the browser's storage.
 */
export function storeOrReadBalance(owner: string, points: number | null): LastBalance | null {
  if (points === null) return readBalance(owner)
  storeBalance(owner, { points, at: new Date().toISOString() })
  return null
}

function storeBalance(owner: string, balance: LastBalance): void {
  try {
    localStorage.setItem(BALANCE_KEY, JSON.stringify({ owner, ...balance }))
  } catch (cause) {
    reportError(new Error('Ошибка сериализации объекта бонусов', { cause }), 'bonuses')
  }
}

/** The stored balance of this shopper; null when absent or unreadable. */
function readBalance(owner: string): LastBalance | null {
  try {
    const text = localStorage.getItem(BALANCE_KEY)
    if (text === null) return null
    const stored = JSON.parse(text) as Partial<LastBalance & { owner: string }> | null
    const { points, at } = stored ?? {}
    if (typeof points !== 'number' || typeof at !== 'string' || Number.isNaN(Date.parse(at)))
      throw new TypeError('not a balance')
    return stored?.owner === owner ? { points, at } : null
  } catch (cause) {
    reportError(new Error('Ошибка парсинга объекта бонусов', { cause }), 'bonuses')
    return null
  }
}
