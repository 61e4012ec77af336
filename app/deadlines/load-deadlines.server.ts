import type { AppLoadContext } from '@remix-run/node'

import { BUDGET_MS, loadBlocks } from '~/gateways/load-blocks.server'
import { listAllCoupons, listAllOffers } from '~/gateways/promotion-lists.server'
import type { Balance } from '~/gateways/schemas/account.server'
import type { Pagination } from '~/gateways/schemas/paging.server'
import type { Coupon, Offer } from '~/gateways/schemas/promotions.server'
import { bindText } from '~/lib/bind-text.server'
import { SERVER_TIME_ZONE } from '~/lib/dates'
import { shorten } from '~/lib/shorten'

import { listDeadlines, type Deadline } from './deadlines.server'

/** Lines of a block; the screen of all deadlines has the rest. */
const MOST_LINES = 3
/** A title is shortened here; its own screen shows all of it. */
const LONGEST_TITLE = 80
/** The gateway's largest page. */
const FIRST_PAGE = { limit: 50, offset: 0 } as const

/** One line: title, time and advice. */
export interface DeadlineLine {
  title: string
  /** «завтра · спишите на кассе». */
  text: string
  to: string
}

/** Upcoming deadlines as a screen shows them. */
export interface DeadlinesView {
  lines: DeadlineLine[]
  /** «Ещё 5», or «Все» when there are no more, or an uncertain number. */
  all: string
  /** True when days are Moscow's because the browser's zone is unknown. */
  isMoscowTime: boolean
}

/** Calls that a screen makes anyway; absent ones are made here. */
interface Asked {
  balance?: Promise<Balance>
  mine?: Promise<Coupon[]>
  coupons?: Promise<Page<'coupons', Coupon>>
  offers?: Promise<Page<'offers', Offer>>
}

type Page<Name extends string, Entry> = Record<Name, Entry[]> & {
  pagination: Pick<Pagination, 'totalCount'>
}

/**
 * Upcoming deadlines for a block of a screen. Null when there are none, when nothing could be
 * loaded, or when the shopper has muted them.
 * @param budgetMs how long the page may wait, in milliseconds
 */
export async function loadDeadlines(
  context: AppLoadContext,
  asked: Asked = {},
  budgetMs: number = BUDGET_MS.optional,
): Promise<DeadlinesView | null> {
  if (context.mutedNotifications.has('deadlines')) return null
  const { account, promotions } = context.gateways
  const { balance, mine, coupons, offers } = await loadBlocks(
    {
      balance: asked.balance ?? account.getBalance(),
      mine: asked.mine ?? Promise.resolve([]),
      coupons: asked.coupons ?? promotions.listCoupons(FIRST_PAGE),
      offers: asked.offers ?? promotions.listOffers(FIRST_PAGE),
    },
    { balance: budgetMs, mine: budgetMs, coupons: budgetMs, offers: budgetMs },
  )
  const allCoupons = [...(mine ?? []), ...(coupons?.coupons ?? [])]
  const found = listDeadlines(
    { balance, coupons: allCoupons, offers: offers?.offers },
    { now: new Date(), zone: zoneOf(context) },
  )
  if (found.length === 0) return null
  const isWhole =
    balance && coupons && offers && isLastPage(coupons, 'coupons') && isLastPage(offers, 'offers')
  return {
    lines: found.slice(0, MOST_LINES).map(lineOf),
    all: isWhole && found.length > MOST_LINES ? `Ещё ${found.length - MOST_LINES}` : 'Все',
    isMoscowTime: isMoscowTime(context),
  }
}

/** All lists to their end, for the screen of all deadlines and for calendars. */
export function loadWholeLists({ gateways }: Pick<AppLoadContext, 'gateways'>) {
  return loadBlocks(
    {
      balance: gateways.account.getBalance(),
      coupons: listAllCoupons(gateways),
      offers: listAllOffers(gateways),
    },
    { balance: BUDGET_MS.critical, coupons: BUDGET_MS.critical, offers: BUDGET_MS.critical },
  )
}

/** The time zone of the shopper's days. */
export function zoneOf({ device }: Pick<AppLoadContext, 'device'>): string {
  return device.timeZone ?? SERVER_TIME_ZONE
}

export function isMoscowTime({ device }: Pick<AppLoadContext, 'device'>): boolean {
  return device.timeZone === null
}

/** A deadline as a line with a shortened title. */
export function lineOf({ title, when, advice, to }: Deadline): DeadlineLine {
  return { title: bindText(shorten(title, LONGEST_TITLE)), text: `${when} · ${advice}`, to }
}

function isLastPage<Name extends string>(page: Page<Name, unknown>, name: Name): boolean {
  return page.pagination.totalCount <= page[name].length
}
