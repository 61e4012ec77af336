import { CARD_CACHE } from '~/domain/storage-keys'

const RECORD_URL = '/v2_card'
const DAY_MS = 24 * 60 * 60 * 1000
const MAX_COUPONS = 20

export interface StoredCoupon {
  title: string
  /** «−20 %»; absent without one. */
  discount?: string
  /** The code for the cashier; null for a coupon that needs none. */
  code: string | null
  /** An instant; null without an end. */
  until: string | null
  /** The start of a coupon that had not begun when it was stored, an instant. */
  from?: string
}

/** Data that one shopper's card needs at the till without a network. */
export interface CardRecord {
  /** User hash of the owner. */
  owner: string
  /** The QR code as SVG; null when only the number is stored. */
  svg: string | null
  /** The card's number, digits only or in groups. */
  number: string
  /** The barcode as SVG. */
  barcode: string | null
  /** When the code or the number was loaded, an instant. */
  fetchedAt: string
  /** null until loaded. */
  balance: number | null
  balanceAt: string | null
  /** The activated coupons; null until loaded. */
  coupons: StoredCoupon[] | null
  /** The code is dropped after this many days. */
  keptDays: number
  /** True after a sign-in form was sent: the record stays hidden until a page shows who is signed in. */
  isInDoubt: boolean
}

export type CardNews = Partial<CardRecord> & Pick<CardRecord, 'owner'>

/** Accepts only our own SVG, because the page inserts it without escaping. */
const drawnCode = /^<svg [\w:/.=" -]+>(<path fill="#(fff|000)" d="[MHVhvz\d .-]+"\/>){2}<\/svg>$/
const MAX_DRAWING_LENGTH = 40_000
/** In code units; the server sends at most half as many letters. */
const MAX_TITLE_LENGTH = 400
const MAX_DISCOUNT_LENGTH = 80

const isText = (value: unknown, most: number): value is string =>
  typeof value === 'string' && value.length <= most
const isDrawing = (value: unknown): value is string =>
  isText(value, MAX_DRAWING_LENGTH) && drawnCode.test(value)
const isInstant = (value: unknown): value is string =>
  isText(value, 40) && !Number.isNaN(Date.parse(value))

function readCoupon(value: unknown): StoredCoupon | null {
  const { title, discount, code, until, from } = (value ?? {}) as Partial<StoredCoupon>
  if (!isText(title, MAX_TITLE_LENGTH)) return null
  return {
    title,
    ...(isText(discount, MAX_DISCOUNT_LENGTH) && { discount }),
    // A part of a code would be another code.
    code: isText(code, 40) ? code : null,
    until: isInstant(until) ? until : null,
    ...(isInstant(from) && { from }),
  }
}

function readCoupons(value: unknown): StoredCoupon[] | null {
  if (!Array.isArray(value)) return null
  return value.slice(0, MAX_COUPONS).flatMap((coupon) => readCoupon(coupon) ?? [])
}

/** Validates a stored value; null for anything else. */
function parseCardRecord(value: unknown): CardRecord | null {
  const record = (value ?? {}) as Partial<CardRecord>
  const { owner, svg, number, barcode, fetchedAt, balance, balanceAt, keptDays } = record
  const isWhole =
    isText(owner, 64) &&
    (svg === null || isDrawing(svg)) &&
    isText(number, 40) &&
    /^[\d ]{8,}$/.test(number) &&
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

/** Adds data of a screen to the stored record of the same shopper and card. */
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

/** The record for display: hidden in doubt, and without an expired code. */
export function usableCardRecord(record: CardRecord | null, now = new Date()): CardRecord | null {
  if (!record || record.isInDoubt) return null
  const isOld = now.getTime() - Date.parse(record.fetchedAt) > record.keptDays * DAY_MS
  return isOld ? { ...record, svg: null } : record
}

export async function readCardRecord(): Promise<CardRecord | null> {
  const cache = await caches.open(CARD_CACHE)
  return parseCardRecord(await (await cache.match(RECORD_URL))?.json().catch(() => null))
}

/** Stores this record in place of any other. */
export async function writeCardRecord(record: CardRecord): Promise<void> {
  const cache = await caches.open(CARD_CACHE)
  // `Response.json` is missing in older browsers.
  await cache.put(RECORD_URL, new Response(JSON.stringify(record)))
}

export async function deleteCardRecord(): Promise<void> {
  await caches.delete(CARD_CACHE)
}

/**
 * Reduces the record of an expired session to the number, and deletes a record of another shopper.
 * @param owner user hash of the session, as in the record
 */
export async function keepOnlyNumberOf(owner: string): Promise<CardRecord | null> {
  const stored = await readCardRecord()
  if (stored?.owner !== owner) {
    await deleteCardRecord()
    return null
  }
  const empty = { svg: null, balance: null, balanceAt: null, coupons: null }
  const record = { ...stored, ...empty, isInDoubt: false }
  // Also deletes everything else in the cache.
  await deleteCardRecord()
  await writeCardRecord(record)
  return record
}

/** Hides the record until a page names its owner, because another shopper may be signing in. */
export async function doubtCardRecord(): Promise<void> {
  const stored = await readCardRecord()
  if (!stored || stored.isInDoubt) return
  // A full storage cannot store the mark, so the record is deleted.
  await writeCardRecord({ ...stored, isInDoubt: true }).catch(deleteCardRecord)
}
