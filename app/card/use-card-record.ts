import { useEffect } from 'react'

import {
  deleteCardRecord,
  mergeCardRecord,
  readCardRecord,
  writeCardRecord,
  type CardRecord,
} from './card-record'

import { reportError } from '~/platform/report-error'

/** One change at a time, so that none is lost between another's reading and writing. */
let last: Promise<void> = Promise.resolve()

async function keep(news: Partial<CardRecord> & Pick<CardRecord, 'owner'>): Promise<void> {
  const kept = await readCardRecord()
  const record = mergeCardRecord(kept, news)
  if (record) await writeCardRecord(record)
  else if (kept && kept.owner !== news.owner) await deleteCardRecord()
}

/**
 * Leaves on the phone what the till needs without a network. What a screen does not know is left
 * out and stays as it was; another shopper's record never does.
 */
export function useCardRecord(news: Partial<CardRecord> & Pick<CardRecord, 'owner'>): void {
  const text = JSON.stringify(news)
  useEffect(() => {
    if (!('caches' in window)) return
    last = last
      .then(() => keep(JSON.parse(text)))
      .catch((error) => reportError(error, 'card record'))
  }, [text])
}

/** A balance that could not be loaded is no balance of nothing: the last known one stays. */
export function knownBalance(stars: number | null): { balance?: number } {
  return stars === null ? {} : { balance: stars }
}
