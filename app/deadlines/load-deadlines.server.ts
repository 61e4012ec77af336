import type { AppLoadContext } from '@remix-run/node'

import { BUDGET_MS, loadBlocks } from '~/gateways/load-blocks.server'
import { listAllCoupons, listAllOffers } from '~/gateways/promotion-lists.server'
import type { Balance } from '~/gateways/shapes/account.server'
import type { Pagination } from '~/gateways/shapes/paging.server'
import type { Coupon, Offer } from '~/gateways/shapes/promotions.server'
import { bindText } from '~/lib/bind-text.server'
import { SERVER_TIME_ZONE } from '~/lib/dates'
import { shorten } from '~/lib/shorten'

import { listDeadlines, type Deadline } from './deadlines.server'

/** Lines of a block; the screen of all has the rest. */
const MOST_LINES = 3
/** A title is a name here, and whole on its own screen. */
const LONGEST_TITLE = 80
/** The largest page that the gateway gives. */
const FIRST_PAGE = { limit: 50, offset: 0 } as const

/** One line: what, when and what to do. */
export interface DeadlineLine {
  title: string
  /** «завтра · спишите на кассе». */
  text: string
  to: string
}

/** What ends soon, as a screen shows it. */
export interface DeadlinesView {
  lines: DeadlineLine[]
  /** «Ещё 5», or «Все» where there are no more, or it is unknown how many. */
  all: string
  /** Whether the text is Moscow's because the browser's zone is unknown. */
  isMoscowTime: boolean
}

/** Calls that a screen makes anyway; what is absent is asked for. */
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
 * What ends soon, for a block of a screen; null: nothing, nothing that could be loaded, or the
 * shopper does not want to be reported.
 * @param budgetMs how long the page may wait for it
 */
export async function loadDeadlines(
  context: AppLoadContext,
  asked: Asked = {},
  budgetMs: number = BUDGET_MS.optional,
): Promise<DeadlinesView | null> {
  if (context.quiet.has('deadlines')) return null
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

/** Every list to its end, as far as lists are read: for the screen of all and for calendars. */
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

/** The time zone in which the shopper's days are counted. */
export function zoneOf({ device }: Pick<AppLoadContext, 'device'>): string {
  return device.timeZone ?? SERVER_TIME_ZONE
}

export function isMoscowTime({ device }: Pick<AppLoadContext, 'device'>): boolean {
  return device.timeZone === null
}

/** A deadline as a line; of a long title its beginning. */
export function lineOf({ title, when, advice, to }: Deadline): DeadlineLine {
  return { title: bindText(shorten(title, LONGEST_TITLE)), text: `${when} · ${advice}`, to }
}

function isLastPage<Name extends string>(page: Page<Name, unknown>, name: Name): boolean {
  return page.pagination.totalCount <= page[name].length
}
