import {
  deleteCardRecord,
  mergeCardRecord,
  readCardRecord,
  writeCardRecord,
  type CardNews,
} from './card-record'

/** Changes run one after the other, so that none overwrites another. */
let last: Promise<void> = Promise.resolve()

/** The owner of the record that this page has written. */
let writtenFor: string | null = null

async function keep(news: CardNews): Promise<void> {
  const stored = await readCardRecord()
  // The shopper signed out in another tab, so the record must not return.
  if (writtenFor === news.owner && stored?.owner !== news.owner) return
  const record = mergeCardRecord(stored, news)
  if (stored && stored.owner !== news.owner) await deleteCardRecord()
  if (!record) return
  await writeCardRecord(record)
  writtenFor = news.owner
}

/** Adds a screen's data to the record on the phone; replaces another shopper's record. */
export function keepCard(news: CardNews): Promise<void> {
  const stored = last.then(() => keep(news))
  last = stored.catch(() => undefined)
  return stored
}
