import { useEffect, useState } from 'react'

import { BALANCE_KEY } from '~/lib/storage-keys'
import { reportError } from '~/platform/report-error'

/** A balance of stars with its time as an ISO instant. */
interface LastBalance {
  stars: number
  at: string
}

/**
 * Stores the balance in this browser and returns it while the gateway call fails. Errors of the
 * browser's storage are logged only (specification 3.35 and 8.8).
 * @param owner user hash of the owner; a balance of another owner is ignored
 * @param stars the balance from the gateway; null when the call failed
 * @returns null while the balance is loaded, or when none was stored
 */
export function useLastBalance(owner: string, stars: number | null): LastBalance | null {
  const [last, setLast] = useState<LastBalance | null>(null)
  useEffect(() => {
    setLast(stars === null ? readLastBalance(owner) : null)
    if (stars !== null) keepBalance(owner, { stars, at: new Date().toISOString() })
  }, [owner, stars])
  return last
}

/** Stores the balance for `readLastBalance`; reports an error of the browser's storage. @internal */
export function keepBalance(owner: string, balance: LastBalance): void {
  try {
    localStorage.setItem(BALANCE_KEY, JSON.stringify({ owner, ...balance }))
  } catch (cause) {
    reportError(new Error('Ошибка сериализации объекта бонусов', { cause }), 'bonuses')
  }
}

/** The stored balance of this shopper; null when absent or unreadable. @internal */
export function readLastBalance(owner: string): LastBalance | null {
  try {
    const text = localStorage.getItem(BALANCE_KEY)
    if (text === null) return null
    const stored = JSON.parse(text) as Partial<LastBalance & { owner: string }> | null
    const { stars, at } = stored ?? {}
    if (typeof stars !== 'number' || typeof at !== 'string' || Number.isNaN(Date.parse(at)))
      throw new TypeError('not a balance')
    return stored?.owner === owner ? { stars, at } : null
  } catch (cause) {
    reportError(new Error('Ошибка парсинга объекта бонусов', { cause }), 'bonuses')
    return null
  }
}
