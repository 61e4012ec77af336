import { useEffect } from 'react'

import { reportError } from '~/platform/report-error'

import type { CardNews } from './card-record'

/**
 * Leaves on the phone what the till needs without a network. What a screen does not know is left
 * out and stays as it was; another shopper's record never does. The page is there first: what keeps
 * the record is fetched afterwards.
 */
export function useCardRecord(news: CardNews): void {
  const text = JSON.stringify(news)
  useEffect(() => {
    if (!('caches' in window)) return
    import('./keep-card')
      .then(({ keepCard }) => keepCard(JSON.parse(text)))
      .catch((error) => reportError(error, 'card record'))
  }, [text])
}

/** What of a card's view is stored besides its code; nothing where there is none. */
export function numberForRecord(
  view: { number: string; barcode: string; keptDays: number } | null,
): Pick<CardNews, 'number' | 'barcode' | 'keptDays'> {
  if (!view) return {}
  const { number, barcode, keptDays } = view
  return { number, barcode, keptDays }
}

/** A balance that could not be loaded is no balance of nothing: the last one stays. */
export function balanceForRecord(stars: number | null): { balance?: number } {
  return stars === null ? {} : { balance: stars }
}
