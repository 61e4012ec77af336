import type { Balance } from '~/gateways/shapes/account.server'
import { formatDay } from '~/lib/dates'

/** Some stars with one fate. */
export interface Portion {
  amount: number
  isExpress: boolean
  /** «13 апреля 2026»; null for stars that do not burn. */
  day: string | null
}

const SHOWN_FIRST = 6

/**
 * What burns when, the nearest first; stars of one kind that burn on the same day are one
 * portion, those that never burn come last.
 */
export function portionsOf({ items }: { items: NonNullable<Balance['items']> }): Portion[] {
  const portions = new Map<string, Portion>()
  const byTime = [...items].sort((one, other) => timeOf(one.expiresAt) - timeOf(other.expiresAt))
  for (const { type, amount, expiresAt } of byTime) {
    if (amount <= 0) continue
    const day = expiresAt && formatDay(expiresAt, { withYear: true })
    const known = portions.get(`${type} ${day}`)
    if (known) known.amount += amount
    else portions.set(`${type} ${day}`, { amount, isExpress: type === 'EXPRESS', day })
  }
  return [...portions.values()]
}

/**
 * The balance as its screen shows it: the first portions at once, the rest one tap away; null
 * while it is not known what burns when.
 */
export function starsView({ items, totalPointBalance, totalExpressPoints }: Balance) {
  const portions = items && portionsOf({ items })
  return {
    total: totalPointBalance,
    express: totalExpressPoints,
    burning: portions && {
      soon: portions.slice(0, SHOWN_FIRST),
      later: portions.slice(SHOWN_FIRST),
    },
  }
}

function timeOf(instant: string | null): number {
  return instant === null ? Number.POSITIVE_INFINITY : Date.parse(instant)
}
