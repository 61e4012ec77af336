import {
  deleteCardRecord,
  mergeCardRecord,
  readCardRecord,
  writeCardRecord,
  type CardNews,
} from './card-record'

/** One change at a time, so that none is lost between another's reading and writing. */
let last: Promise<void> = Promise.resolve()

async function keep(news: CardNews): Promise<void> {
  const kept = await readCardRecord()
  const record = mergeCardRecord(kept, news)
  if (kept && kept.owner !== news.owner) await deleteCardRecord()
  if (!record) return
  await writeCardRecord(record)
}

/** Adds to the record on the phone what a screen has learnt; another shopper's goes first. */
export function keepCard(news: CardNews): Promise<void> {
  const kept = last.then(() => keep(news))
  last = kept.catch(() => undefined)
  return kept
}
