import { CARD_CACHE } from '~/lib/storage-keys'

const RECORD_URL = '/v2_card'
/** Of the last release: it knew no barcode, and coupons by their titles alone. */
const OLD_RECORD_URL = '/v1_card'
const DAY_MS = 24 * 60 * 60 * 1000
const MOST_COUPONS = 20

export interface StoredCoupon {
  title: string
  /** What the cashier types; null for a coupon that needs no code. */
  code: string | null
  /** An instant; null without an end. */
  until: string | null
  /** An instant, of a coupon that had not begun when it was stored. */
  from?: string
}

/** What the till needs when there is no network; it belongs to one shopper. */
export interface CardRecord {
  /** Tells one shopper's record from another's; says nothing about either. */
  owner: string
  /** The code, drawn; null where only the number is stored. */
  svg: string | null
  /** The card's number, digits only or in groups. */
  number: string
  /** The number, drawn; null where the last release stored none. */
  barcode: string | null
  /** An instant: when the code was made, or the number was learnt. */
  fetchedAt: string
  /** null while it is unknown. */
  balance: number | null
  balanceAt: string | null
  /** The activated coupons; null while they are unknown. */
  coupons: StoredCoupon[] | null
  /** After so many days the code is dropped. */
  keptDays: number
  /** A sign-in began since: the record stays hidden until a page names its owner. */
  isInDoubt: boolean
}

export type CardNews = Partial<CardRecord> & Pick<CardRecord, 'owner'>

/** Our own drawing of a code and nothing else: it is put into a page as it stands. */
const drawnCode = /^<svg [\w:/.=" -]+>(<path fill="#(fff|000)" d="[MHVhvz\d .-]+"\/>){2}<\/svg>$/
const LONGEST_DRAWING = 40_000

const isText = (value: unknown): value is string => typeof value === 'string'
const isDrawing = (value: unknown): value is string =>
  isText(value) && value.length <= LONGEST_DRAWING && drawnCode.test(value)
const isInstant = (value: unknown): value is string =>
  isText(value) && value.length <= 40 && !Number.isNaN(Date.parse(value))

function readCoupon(value: unknown): StoredCoupon | null {
  if (isText(value)) return { title: value.slice(0, 200), code: null, until: null }
  const { title, code, until, from } = (value ?? {}) as Partial<StoredCoupon>
  if (!isText(title)) return null
  return {
    title: title.slice(0, 200),
    code: isText(code) ? code.slice(0, 40) : null,
    until: isInstant(until) ? until : null,
    ...(isInstant(from) && { from }),
  }
}

function readCoupons(value: unknown): StoredCoupon[] | null {
  if (!Array.isArray(value)) return null
  return value.slice(0, MOST_COUPONS).flatMap((coupon) => readCoupon(coupon) ?? [])
}

/** The record in a value that was stored, now or by the last release; null for anything else. */
export function parseCardRecord(value: unknown): CardRecord | null {
  const record = (value ?? {}) as Partial<CardRecord>
  const { owner, svg, number, barcode, fetchedAt, balance, balanceAt, keptDays } = record
  const isWhole =
    isText(owner) &&
    owner.length <= 64 &&
    (svg === null || isDrawing(svg)) &&
    isText(number) &&
    /^[\d ]{8,40}$/.test(number) &&
    isInstant(fetchedAt)
  if (!isWhole) return null
  const days = Number(keptDays)
  return {
    owner,
    svg,
    number,
    barcode: isDrawing(barcode) ? barcode : null,
    fetchedAt,
    balance: Number.isFinite(balance) ? Number(balance) : null,
    balanceAt: isInstant(balanceAt) ? balanceAt : null,
    coupons: readCoupons(record.coupons),
    keptDays: days >= 1 && days <= 365 ? days : 14,
    isInDoubt: record.isInDoubt === true,
  }
}

/** What a screen has just learnt, added to what was stored of the same shopper and the same card. */
export function mergeCardRecord(
  stored: CardRecord | null,
  news: CardNews,
  now = new Date(),
): CardRecord | null {
  const isOwn = stored?.owner === news.owner
  const digits = (text?: string) => text?.replaceAll(' ', '')
  const isSameCard = isOwn && (!news.number || digits(news.number) === digits(stored.number))
  return parseCardRecord({
    fetchedAt: now.toISOString(),
    ...(isOwn && stored),
    ...(!isSameCard && { svg: null, barcode: null }),
    ...(news.balance !== undefined && { balanceAt: now.toISOString() }),
    ...news,
    isInDoubt: false,
  })
}

/** The number alone: what is left when the session has ended by itself. */
export function reduceCardRecord(record: CardRecord): CardRecord {
  return { ...record, svg: null, balance: null, balanceAt: null, coupons: null }
}

/** The record as it may be shown: the code of long ago is none. */
export function usableCardRecord(record: CardRecord | null, now = new Date()): CardRecord | null {
  if (!record || record.isInDoubt) return null
  const isOld = now.getTime() - Date.parse(record.fetchedAt) > record.keptDays * DAY_MS
  return isOld ? { ...record, svg: null } : record
}

export async function readCardRecord(): Promise<CardRecord | null> {
  const cache = await caches.open(CARD_CACHE)
  const stored = (await cache.match(RECORD_URL)) ?? (await cache.match(OLD_RECORD_URL))
  return parseCardRecord(await stored?.json().catch(() => null))
}

/** Keeps this record, and no other beside it. */
export async function writeCardRecord(record: CardRecord): Promise<void> {
  const cache = await caches.open(CARD_CACHE)
  // `Response.json` is younger than many a phone that stands at the till.
  await cache.put(RECORD_URL, new Response(JSON.stringify(record)))
  await cache.delete(OLD_RECORD_URL)
}

export async function deleteCardRecord(): Promise<void> {
  await caches.delete(CARD_CACHE)
}

/**
 * The gateway has ended a session: its shopper's record loses all but the number, anybody else's goes.
 * @param owner user hash of the session, as in the record
 */
export async function keepNumberOf(owner: string): Promise<CardRecord | null> {
  const stored = await readCardRecord()
  if (stored?.owner !== owner) {
    await deleteCardRecord()
    return null
  }
  const record = { ...reduceCardRecord(stored), isInDoubt: false }
  // Whatever else the cache held goes with it.
  await deleteCardRecord()
  await writeCardRecord(record)
  return record
}

/** Somebody may be signing in: until a page tells that it is the same shopper, nothing is shown. */
export async function doubtCardRecord(): Promise<void> {
  const stored = await readCardRecord()
  if (!stored || stored.isInDoubt) return
  // A full storage takes no mark, but it lets the card go.
  await writeCardRecord({ ...stored, isInDoubt: true }).catch(deleteCardRecord)
}
