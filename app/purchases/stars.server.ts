import type { Balance } from '~/gateways/shapes/account.server'
import { SERVER_TIME_ZONE } from '~/lib/dates'
import { lastDayOf, lastDayText } from '~/lib/last-day'

/** Some stars with one fate. */
export interface Portion {
  amount: number
  isExpress: boolean
  /** «13 апреля 2026», «06:59 14 апреля 2026»; null for stars that do not burn. */
  day: string | null
}

const SHOWN_FIRST = 6

/**
 * What burns when, the nearest first; stars of one kind that burn on the same day of Moscow's are
 * one portion, which is good until the first of them burn. Those that never burn come last, and those
 * that have burnt are none, whatever the gateway still says of them.
 * @param zone the browser's zone; null: Moscow's
 */
export function portionsOf(
  { items }: { items: NonNullable<Balance['items']> },
  zone: string | null,
  now = new Date(),
): Portion[] {
  const portions = new Map<string, Portion>()
  const byTime = [...items].sort((one, other) => timeOf(one.expiresAt) - timeOf(other.expiresAt))
  for (const { type, amount, expiresAt } of byTime) {
    if (amount <= 0 || timeOf(expiresAt) <= now.getTime()) continue
    const key = `${type} ${expiresAt && lastDayOf(new Date(expiresAt), SERVER_TIME_ZONE).dayNumber}`
    const day = expiresAt && lastDayText(expiresAt, zone, { withYear: true })
    const portion = portions.get(key)
    if (portion) portion.amount += amount
    else portions.set(key, { amount, isExpress: type === 'EXPRESS', day })
  }
  return [...portions.values()]
}

/**
 * The balance as its screen shows it: the first portions at once, the rest one tap away; null
 * while it is unknown what burns when, as of stars that no portion tells of.
 */
export function starsView(
  { items, totalPointBalance, totalExpressPoints }: Balance,
  zone: string | null,
  now?: Date,
) {
  const portions = items ? portionsOf({ items }, zone, now) : []
  const isComplete = portions.length > 0 || (items !== null && totalPointBalance <= 0)
  return {
    total: totalPointBalance,
    express: totalExpressPoints,
    burning: isComplete
      ? { soon: portions.slice(0, SHOWN_FIRST), later: portions.slice(SHOWN_FIRST) }
      : null,
  }
}

function timeOf(instant: string | null): number {
  return instant === null ? Number.POSITIVE_INFINITY : Date.parse(instant)
}
