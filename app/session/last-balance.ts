import { useEffect, useState } from 'react'

import { BALANCE_KEY } from '~/lib/storage-keys'
import { reportError } from '~/platform/report-error'

/** What a shopper's stars were, and when: an ISO instant. */
export interface LastBalance {
  stars: number
  at: string
}

/**
 * Keeps the last balance in this browser, and gives it back while the gateway tells none; never
 * another shopper's. A failure to store or read is logged and costs nothing else (specification,
 * sections 7 and 8).
 * @param owner user hash of the owner
 * @param stars as the gateway tells; null: it does not
 * @returns null while the balance is loaded, and where none was stored
 */
export function useLastBalance(owner: string, stars: number | null): LastBalance | null {
  const [last, setLast] = useState<LastBalance | null>(null)
  useEffect(() => {
    setLast(stars === null ? readLastBalance(owner) : null)
    if (stars !== null) keepBalance(owner, { stars, at: new Date().toISOString() })
  }, [owner, stars])
  return last
}

/** Writes the balance down for `readLastBalance`; reports when the browser does not allow it. */
export function keepBalance(owner: string, balance: LastBalance): void {
  try {
    localStorage.setItem(BALANCE_KEY, JSON.stringify({ owner, ...balance }))
  } catch (cause) {
    reportError(new Error('Ошибка сериализации объекта бонусов', { cause }), 'bonuses')
  }
}

/** The balance that was stored for this shopper; null when there is none or it cannot be read. */
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
