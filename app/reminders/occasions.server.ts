import type { AppLoadContext } from '@remix-run/node'

import { findSpentElsewhere, type SpentElsewhere } from '~/account-watch/account-watch.server'
import { listDeadlines, type Deadline } from '~/deadlines/deadlines.server'
import { isMoscowTime, zoneOf } from '~/deadlines/load-deadlines.server'
import { BUDGET_MS, loadBlocks } from '~/gateways/load-blocks.server'
import { shorten } from '~/lib/shorten'
import { currency } from '~/lib/currency'

import type { Occasion } from './choose-reminder'

/** Nearer than what the main screen tells: what is a week away need not ring. */
const WITHIN_DAYS = 2
/** The largest page that the gateway gives. */
const FIRST_PAGE = { limit: 50, offset: 0 } as const
const MOST_LETTERS = 120

/**
 * What there is to remind this shopper of, the most useful first. A part that could not be loaded
 * costs its own occasions.
 */
export async function listOccasions(context: AppLoadContext): Promise<Occasion[]> {
  const { account, promotions } = context.gateways
  const { critical } = BUDGET_MS
  const { spent, balance, mine, coupons, offers } = await loadBlocks(
    {
      spent: findSpentElsewhere(context),
      balance: account.getBalance(),
      mine: promotions.listFavouriteCoupons(),
      coupons: promotions.listCoupons(FIRST_PAGE),
      offers: promotions.listOffers(FIRST_PAGE),
    },
    { spent: critical, balance: critical, mine: critical, coupons: critical, offers: critical },
  )
  const deadlines = listDeadlines(
    {
      balance,
      coupons: [...(mine ?? []), ...(coupons?.coupons ?? [])],
      offers: offers?.offers,
    },
    { now: new Date(), zone: zoneOf(context), withinDays: WITHIN_DAYS },
  )
  return [
    ...(spent ? [spentOccasion(spent)] : []),
    ...deadlines.map((deadline) => deadlineOccasion(deadline, isMoscowTime(context))),
  ]
}

function spentOccasion({ id, text }: SpentElsewhere): Occasion {
  return { id, kind: 'account', title: 'Это были вы?', body: text, path: '/today' }
}

/**
 * A deadline in the text of a notification: what a locked screen shows has no sum but its own.
 * @param isMoscow whether a time in it is Moscow's because the browser's zone is unknown
 */
export function deadlineOccasion(
  { id, kind, title, when: ownWhen, advice, to }: Deadline,
  isMoscow: boolean,
): Occasion {
  const when = isMoscow && ownWhen.includes(':') ? `${ownWhen} (МСК)` : ownWhen
  const isStars = kind === 'stars' || kind === 'express'
  return {
    id,
    kind: isStars ? 'stars' : 'coupons',
    title: isStars ? `${currency.Plural} скоро сгорят: ${when}` : `Скоро закончится: ${when}`,
    body: `${shorten(title, MOST_LETTERS)} — ${advice}`,
    path: to,
  }
}
