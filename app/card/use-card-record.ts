import { useEffect } from 'react'

import { reportError } from '~/platform/report-error'

import type { CardNews } from './card-record'

/**
 * Stores the card on the phone for the till without a network. Fields that the screen lacks keep
 * their stored value; another shopper's record is replaced. The code for storing loads after the
 * page.
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

/** The fields of a card's view to store besides its code; empty without a card. */
export function cardFieldsForRecord(
  view: { number: string; barcode: string; keptDays: number } | null,
): Pick<CardNews, 'number' | 'barcode' | 'keptDays'> {
  if (!view) return {}
  const { number, barcode, keptDays } = view
  return { number, barcode, keptDays }
}
