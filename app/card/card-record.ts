import { CARD_CACHE } from '~/lib/kept-keys'

const RECORD_URL = '/v1_card'

/** What the till needs when there is no network; it belongs to one shopper. */
export interface CardRecord {
  /** Tells one shopper's record from another's; says nothing about either. */
  owner: string
  svg: string
  /** The card's number, digits only or in groups. */
  number: string
  /** An instant. */
  fetchedAt: string
  /** null while it is not known. */
  balance: number | null
  /** Titles of the activated coupons; null while they are not known. */
  coupons: string[] | null
}

/** Our own drawing of a code and nothing else: it is put into a page as it stands. */
const drawnCode = /^<svg [\w:/.=" -]+>(<path fill="#(fff|000)" d="[MHVhvz\d .-]+"\/>){2}<\/svg>$/

const isText = (value: unknown): value is string => typeof value === 'string'

/** The record in a value that was kept; null for anything else. */
export function parseCardRecord(value: unknown): CardRecord | null {
  const record = value as Partial<CardRecord> | null
  if (typeof record !== 'object' || record === null) return null
  const { owner, svg, number, fetchedAt, balance, coupons } = record
  const isWhole =
    isText(owner) &&
    isText(svg) &&
    drawnCode.test(svg) &&
    isText(number) &&
    /^[\d ]{8,40}$/.test(number) &&
    isText(fetchedAt) &&
    !Number.isNaN(Date.parse(fetchedAt)) &&
    (balance === null || Number.isFinite(balance)) &&
    (coupons === null || (Array.isArray(coupons) && coupons.every(isText)))
  return isWhole ? (record as CardRecord) : null
}

/** What a screen has just learnt, added to what was kept of the same shopper. */
export function mergeCardRecord(
  kept: CardRecord | null,
  news: Partial<CardRecord> & Pick<CardRecord, 'owner'>,
): CardRecord | null {
  const base = kept?.owner === news.owner ? kept : { balance: null, coupons: null }
  return parseCardRecord({ ...base, ...news })
}

export async function readCardRecord(): Promise<CardRecord | null> {
  const kept = await (await caches.open(CARD_CACHE)).match(RECORD_URL)
  return parseCardRecord(await kept?.json().catch(() => null))
}

export async function writeCardRecord(record: CardRecord): Promise<void> {
  const cache = await caches.open(CARD_CACHE)
  await cache.put(RECORD_URL, Response.json(record))
}

export async function deleteCardRecord(): Promise<void> {
  await caches.delete(CARD_CACHE)
}
