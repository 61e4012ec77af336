import {
  deleteCardRecord,
  mergeCardRecord,
  readCardRecord,
  writeCardRecord,
  type CardNews,
} from './card-record'

/** One change at a time, so that none is lost between another's reading and writing. */
let last: Promise<void> = Promise.resolve()

/** The owner of the record that this page wrote. */
let writtenFor: string | null = null

async function keep(news: CardNews): Promise<void> {
  const stored = await readCardRecord()
  // What this page wrote is gone: its shopper has left in another tab, and nothing of them is to come back.
  if (writtenFor === news.owner && stored?.owner !== news.owner) return
  const record = mergeCardRecord(stored, news)
  if (stored && stored.owner !== news.owner) await deleteCardRecord()
  if (!record) return
  await writeCardRecord(record)
  writtenFor = news.owner
}

/** Adds to the record on the phone what a screen has learnt; another shopper's goes first. */
export function keepCard(news: CardNews): Promise<void> {
  const stored = last.then(() => keep(news))
  last = stored.catch(() => undefined)
  return stored
}
