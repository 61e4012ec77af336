import { BALANCE_KEY } from '~/lib/storage-keys'
import { reportError } from '~/platform/report-error'

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
