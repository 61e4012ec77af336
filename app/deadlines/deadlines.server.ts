import { createHash } from 'node:crypto'

import type { Balance } from '~/gateways/schemas/account.server'
import type { Coupon, Offer } from '~/gateways/schemas/promotions.server'
import { formatCalendarDay } from '~/lib/dates'
import { daysUntil, getLastDay, type LastDay } from '~/domain/expiry'
import { nameOrFallback } from '~/domain/fallback-name.server'
import { couponHref, offerHref } from '~/domain/hrefs'
import { isIdOf } from '~/domain/ids'
import { formatNumber, plural } from '~/lib/numbers'
import { getCurrency } from '~/domain/currency'
import { MOSCOW } from '~/lib/time-zones'
import { onWeekday } from '~/domain/weekdays'
import { wallClock } from '~/lib/wall-clock'

/**
 * The end as text: «сегодня до 23:59», «завтра», «через 3 дня, в среду». Shows the time for today
 * and for days that end early, as a Moscow midnight does in Vladivostok.
 */
function whenText(last: LastDay, now: Date, zone: string): string {
  const { dayNumber, time, isWhole } = last
  const days = daysUntil(last, now, zone)
  if (days === 0) return `сегодня до ${time}`
  const until = isWhole ? '' : ` до ${time}`
  if (days === 1) return `завтра${until}`
  if (days > 7) return `${dateText(last, now, zone)}${until}`
  // After a week the weekday is today's, which would be ambiguous.
  if (days === 7) return `через неделю, ${dateText(last, now, zone)}${until}`
  const weekday = onWeekday[(dayNumber + 3) % 7]
  const distance =
    days === 2 ? 'послезавтра' : `через ${days} ${plural(days, 'день', 'дня', 'дней')}`
  return `${distance}, ${weekday}${until}`
}

/** «20 апреля», with the year when it is not the current one. */
const dateText = (last: LastDay, now: Date, zone: string) =>
  formatCalendarDay(last, last.year !== wallClock(now, zone).year)

const deadlineKinds = ['stars', 'express', 'coupon', 'offer'] as const
export type DeadlineKind = (typeof deadlineKinds)[number]

/** Deadlines within this many days count as soon. */
const SOON_DAYS = 7

const DAY_MS = 86_400_000
/** The limit for each list; a shopper has tens of entries, and a screen shows a few. */
const MAX_ENTRIES = 1000

/** Something of the shopper's that expires. */
export interface Deadline {
  /** A stable id that ignores title and sum; contains no personal data. */
  id: string
  kind: DeadlineKind
  /** «120 звёзд», or the title of the coupon or offer. */
  title: string
  /** The end as an ISO instant. */
  at: string
  lastDay: LastDay
  /** «завтра», «через 3 дня, в среду», in the requested zone. */
  when: string
  /** Advice: «спишите на кассе». */
  advice: string
  /** The screen to act on. */
  to: string
}

/** Responses of the gateways; a part that failed is absent, and the others still count. */
export interface DeadlineSources {
  balance?: Pick<Balance, 'items'> | null | undefined
  coupons?: readonly Coupon[] | null | undefined
  offers?: readonly Offer[] | null | undefined
}

interface Asked {
  now: Date
  /** The time zone of the days. */
  zone: string
  withinDays?: number
}

type Thing = Pick<Deadline, 'id' | 'kind' | 'title' | 'advice' | 'to'> & { at: number }

/**
 * Deadlines within this many days, nearest first. Leaves out what is over, used, done or endless.
 */
export function listDeadlines(
  { balance, coupons, offers }: DeadlineSources,
  { now, zone, withinDays = SOON_DAYS }: Asked,
): Deadline[] {
  // Wide enough for any zone; the exact day is computed for the remaining ones.
  const before = now.getTime() + (withinDays + 2) * DAY_MS
  function nearest<Entry extends object>(
    entries: readonly Entry[] | null | undefined,
    getEnd: (entry: Entry) => string | null,
  ): (Entry & { at: number })[] {
    const ahead = (entries ?? []).flatMap((entry) => {
      const at = Date.parse(getEnd(entry) ?? '')
      return at > now.getTime() && at < before ? [{ ...entry, at }] : []
    })
    return ahead.sort((one, other) => one.at - other.at).slice(0, MAX_ENTRIES)
  }
  const things = [
    ...burningPoints(nearest(balance?.items, ({ expiresAt }) => expiresAt)),
    ...nearest(coupons, ({ expirationDate }) => expirationDate).flatMap(couponThing),
    ...nearest(offers, ({ endDate }) => endDate).flatMap(offerThing),
  ]
  const unique = [...new Map(things.map((thing) => [thing.id, thing])).values()]
  return (
    unique
      // Equal ends need a stable order, whichever gateway answered first.
      .sort((one, other) => one.at - other.at || (one.id < other.id ? -1 : 1))
      .flatMap(({ at, ...thing }): Deadline[] => {
        const end = new Date(at)
        const lastDay = getLastDay(end, zone)
        if (daysUntil(lastDay, now, zone) > withinDays) return []
        const when = whenText(lastDay, now, zone)
        return [{ ...thing, at: end.toISOString(), lastDay, when }]
      })
  )
}

/** The id of a deadline: its kind and a hash of the gateway's id. */
export function deadlineId(kind: DeadlineKind, key: string): string {
  const hash = createHash('sha256').update(`${kind}:${key}`).digest('base64url')
  return `${kind}-${hash.slice(0, 16)}`
}

/** The kind in an id; null for an invalid id. */
export function kindOfDeadline(id: string | undefined): DeadlineKind | null {
  const [, name] = /^([a-z]+)-[\w-]{16}$/.exec(id ?? '') ?? []
  return deadlineKinds.find((kind) => kind === name) ?? null
}

type PointItem = NonNullable<Balance['items']>[number] & { at: number }

/**
 * Adds up points of one kind that expire on one day. Uses Moscow's day like the screen of the points,
 * so that ids do not change while travelling.
 */
function burningPoints(items: PointItem[]): Thing[] {
  const portions = new Map<string, { kind: 'stars' | 'express'; amount: number; at: number }>()
  for (const { type, amount, at } of items) {
    if (amount <= 0) continue
    const kind = type === 'EXPRESS' ? 'express' : 'stars'
    const id = deadlineId(kind, String(getLastDay(new Date(at), MOSCOW).dayNumber))
    const portion = portions.get(id)
    if (portion) portion.amount += amount
    else portions.set(id, { kind, amount, at })
  }
  return Array.from(portions, ([id, { kind, amount, at }]) => ({
    id,
    kind,
    title: pointText(kind, amount),
    at,
    advice: 'спишите на кассе',
    to: '/qr',
  }))
}

function pointText(kind: 'stars' | 'express', amount: number): string {
  const currency = getCurrency(amount)
  return `${formatNumber(amount)}\u00a0${kind === 'stars' ? currency : `экспресс-${currency}`}`
}

function couponThing({ favoriteId, title, state, at }: Coupon & { at: number }): Thing[] {
  if (state !== 'AVAILABLE' && state !== 'ACTIVATED') return []
  return [
    {
      id: deadlineId('coupon', favoriteId),
      kind: 'coupon',
      title: nameOrFallback('coupon', title),
      at,
      advice: state === 'AVAILABLE' ? 'активируйте купон' : 'покажите карту на кассе',
      to: isIdOf('coupon', favoriteId) ? couponHref(favoriteId) : '/coupons',
    },
  ]
}

function offerThing({ code, title, state, at }: Offer & { at: number }): Thing[] {
  if (state !== 'AVAILABLE' && state !== 'ACTIVATED') return []
  return [
    {
      id: deadlineId('offer', code),
      kind: 'offer',
      title: nameOrFallback('offer', title),
      at,
      advice: state === 'AVAILABLE' ? 'начните участвовать' : 'успейте выполнить',
      to: isIdOf('offer', code) ? offerHref(code) : '/actions/offers',
    },
  ]
}
