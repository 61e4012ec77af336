import type { AppLoadContext } from '@remix-run/node'

import { findSpentElsewhere, type SpentElsewhere } from '~/account-watch/account-watch.server'
import { listDeadlines, type Deadline } from '~/deadlines/deadlines.server'
import { isMoscowTime, zoneOf } from '~/deadlines/load-deadlines.server'
import { BUDGET_MS, loadBlocks } from '~/gateways/load-blocks.server'
import { listFirstCoupons, listFirstOffers } from '~/gateways/promotion-lists.server'
import { shorten } from '~/lib/shorten'
import { currency } from '~/lib/currency'

import type { Occasion } from './choose-reminder'

/** Shorter than on the main screen: a deadline in a week needs no notification. */
const WITHIN_DAYS = 2
const MOST_LETTERS = 120

/**
 * Possible reminders for this shopper, the most useful first. A part that failed to load only loses
 * its own.
 */
export async function listOccasions(context: AppLoadContext): Promise<Occasion[]> {
  const { account, promotions } = context.gateways
  const { critical } = BUDGET_MS
  const { spent, balance, mine, coupons, offers } = await loadBlocks(
    {
      spent: findSpentElsewhere(context),
      balance: account.getBalance(),
      mine: promotions.listFavouriteCoupons(),
      coupons: listFirstCoupons(context.gateways),
      offers: listFirstOffers(context.gateways),
    },
    { spent: critical, balance: critical, mine: critical, coupons: critical, offers: critical },
  )
  const deadlines = listDeadlines(
    {
      balance,
      coupons: [...(mine ?? []), ...(coupons?.entries ?? [])],
      offers: offers?.entries,
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
 * A deadline as a notification; a locked screen shows its title and sum only.
 * @param isMoscow true when a time in it is Moscow's, because the browser's zone is unknown
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
