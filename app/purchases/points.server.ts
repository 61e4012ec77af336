import { deadlineId } from '~/deadlines/deadlines.server'
import type { Balance } from '~/gateways/schemas/account.server'
import { getLastDay, lastDayText } from '~/domain/expiry'
import { MOSCOW, type ReaderZone } from '~/lib/time-zones'

/** Points of one kind that expire on the same day. */
export interface Portion {
  amount: number
  isExpress: boolean
  /** «13 апреля», «06:59 14 апреля»; null for points that never expire. */
  day: string | null
  /** Its calendar file; null for points that never expire. */
  item: string | null
}

const SHOWN_FIRST = 6

/**
 * Portions of points by expiry, nearest first. Points of one kind and one Moscow day are one portion
 * with the earliest expiry. Points that never expire come last; expired ones are left out, whatever
 * the gateway says.
 */
function getPortions(items: NonNullable<Balance['items']>, zone: ReaderZone, now: Date): Portion[] {
  const portions = new Map<string, Portion>()
  const byTime = [...items].sort((one, other) => getTime(one.expiresAt) - getTime(other.expiresAt))
  for (const { type, amount, expiresAt } of byTime) {
    if (amount <= 0 || getTime(expiresAt) <= now.getTime()) continue
    const isExpress = type === 'EXPRESS'
    const dayNumber = expiresAt && getLastDay(expiresAt, MOSCOW).dayNumber
    const key = `${type} ${dayNumber}`
    const day = expiresAt && lastDayText(expiresAt, zone, now)
    const portion = portions.get(key)
    if (portion) portion.amount += amount
    else {
      const item = dayNumber && deadlineId(isExpress ? 'express' : 'stars', String(dayNumber))
      portions.set(key, { amount, isExpress, day, item: item || null })
    }
  }
  return [...portions.values()]
}

/**
 * The balance for its screen: the first portions, and the rest behind one tap. Null while the
 * expiry is unknown.
 */
export function pointsView(
  { isCache, items, totalPointBalance, totalExpressPoints }: Balance,
  zone: ReaderZone,
  now = new Date(),
) {
  const portions = items ? getPortions(items, zone, now) : []
  const isComplete = portions.length > 0 || (items !== null && totalPointBalance <= 0)
  return {
    total: totalPointBalance,
    isOld: isCache ?? false,
    express: totalExpressPoints,
    burning: isComplete
      ? { soon: portions.slice(0, SHOWN_FIRST), later: portions.slice(SHOWN_FIRST) }
      : null,
  }
}

function getTime(instant: string | null): number {
  return instant === null ? Number.POSITIVE_INFINITY : Date.parse(instant)
}
