import type { AppLoadContext } from '@remix-run/node'

import { BUDGET_MS, loadBlocks } from '~/gateways/load-blocks.server'
import { listAllCoupons, listAllOffers } from '~/gateways/promotion-lists.server'
import type { Balance } from '~/gateways/schemas/account.server'
import { bindText } from '~/lib/bind-text.server'
import { MOSCOW } from '~/lib/time-zones'
import { shorten } from '~/lib/shorten'

import { listDeadlines, type Deadline } from './deadlines.server'

/** A title is shortened here; its own screen shows all of it. */
const MAX_TITLE_LENGTH = 80

interface Asked {
  /** The call of a screen that shows the balance anyway. */
  balance?: Promise<Balance>
  /** For a screen whose coupons and offers show their own ends. */
  isPointsOnly?: boolean
  /** How long the page may wait. */
  budgetMs?: number
}

/**
 * The most urgent deadline for a screen's hint. Null when there is none, when nothing could be
 * loaded, or when the shopper has muted them.
 */
export async function loadDeadlines(
  context: AppLoadContext,
  { balance: asked, isPointsOnly = false, budgetMs = BUDGET_MS.optional }: Asked = {},
) {
  if (context.cookies.read('v1_quiet').includes('deadlines')) return null
  const { gateways } = context
  const none = Promise.resolve({ entries: [], isWhole: true })
  const { balance, coupons, offers } = await loadBlocks(
    {
      balance: asked ?? gateways.account.getBalance(),
      coupons: isPointsOnly ? none : listAllCoupons(gateways),
      offers: isPointsOnly ? none : listAllOffers(gateways),
    },
    { balance: budgetMs, coupons: budgetMs, offers: budgetMs },
  )
  const found = listDeadlines(
    { balance, coupons: coupons?.entries, offers: offers?.entries },
    { now: new Date(), zone: getZone(context) },
  )
  const [first] = found
  return first ? { first: getLine(first), isMoscowTime: isMoscowTime(context) } : null
}

/** The most urgent deadline as a screen shows it. */
export type DeadlinesView = NonNullable<Awaited<ReturnType<typeof loadDeadlines>>>

/** All lists for the screen of all deadlines; cut when one is longer than what was read. */
export async function loadWholeLists({ gateways }: Pick<AppLoadContext, 'gateways'>) {
  const { balance, coupons, offers } = await loadBlocks(
    {
      balance: gateways.account.getBalance(),
      coupons: listAllCoupons(gateways),
      offers: listAllOffers(gateways),
    },
    { balance: BUDGET_MS.critical, coupons: BUDGET_MS.critical, offers: BUDGET_MS.critical },
  )
  const isCut = [coupons, offers].some((list) => list?.isWhole === false)
  return { balance, coupons: coupons?.entries, offers: offers?.entries, isCut }
}

/** The time zone of the shopper's days. */
export function getZone({ device }: Pick<AppLoadContext, 'device'>): string {
  return device.timeZone ?? MOSCOW
}

/** True when days are Moscow's because the browser's zone is unknown. */
export function isMoscowTime({ device }: Pick<AppLoadContext, 'device'>): boolean {
  return device.timeZone === null
}

/** A deadline as a line with a shortened title. */
export function getLine({ title, when, advice, to }: Deadline) {
  return { title: bindText(shorten(title, MAX_TITLE_LENGTH)), text: `${when} · ${advice}`, to }
}

export type DeadlineLine = ReturnType<typeof getLine>
