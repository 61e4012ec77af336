import { redirect, type AppLoadContext, type LoaderFunctionArgs } from '@remix-run/node'

import type { Listed } from '~/gateways/all-pages.server'
import { BUDGET_MS, loadBlocks } from '~/gateways/load-blocks.server'
import { findListed, listAllCoupons, listAllOffers } from '~/gateways/promotion-lists.server'
import { waitText } from '~/lib/dates'
import { UNKNOWN_ZONE } from '~/lib/time-zones'
import { env } from '~/platform/env.server'
import { fileLoader } from '~/platform/file-loader.server'
import { notFound } from '~/platform/not-found.server'
import { withHeavyPageSlot } from '~/limits/heavy-page-slots.server'
import type { Flash } from '~/session/session.server'
import { userHash } from '~/session/user-hash.server'

import { writeCalendar } from './calendar.server'
import {
  deadlineId,
  kindOfDeadline,
  listDeadlines,
  type DeadlineKind,
  type DeadlineSources,
} from './deadlines.server'
import { isMoscowTime, getZone } from './load-deadlines.server'

const notLoaded: Flash = {
  type: 'error',
  title: 'Срок не загрузился',
  description: 'Попробуйте ещё раз чуть позже.',
}
const tooMany = (until: Date): Flash => ({
  type: 'error',
  title: 'Пока не скачать',
  description: `Вы скачали сроки много раз подряд. Попробуйте ${waitText(until, UNKNOWN_ZONE)}.`,
})
const over: Flash = { type: 'info', title: 'Этот срок уже прошёл' }

type Load = (gateways: AppLoadContext['gateways'], item: string) => Promise<DeadlineSources>
const loadBalance: Load = ({ account }) =>
  loadBlocks({ balance: account.getBalance() }, { balance: BUDGET_MS.critical })

async function loadOne<Entry>(
  name: 'coupons' | 'offers',
  list: Promise<Listed<Entry>>,
  isWanted: (entry: Entry) => boolean,
) {
  const { one } = await loadBlocks({ one: findListed(list, isWanted) }, { one: BUDGET_MS.critical })
  return { [name]: one && [one] }
}

/** The gateway list that has the deadlines of a kind. */
const lists: Record<DeadlineKind, Load> = {
  stars: loadBalance,
  express: loadBalance,
  coupon: (gateways, item) =>
    loadOne(
      'coupons',
      listAllCoupons(gateways),
      (one) => deadlineId('coupon', one.favoriteId) === item,
    ),
  offer: (gateways, item) =>
    loadOne('offers', listAllOffers(gateways), (one) => deadlineId('offer', one.code) === item),
}

/** One deadline as a calendar file. A deadline that is over shows the reason on a page. */
export const loader = fileLoader(async ({ request, params, context }: LoaderFunctionArgs) => {
  const { item = '' } = params
  const kind = kindOfDeadline(item)
  if (!kind) throw notFound(request)
  return withHeavyPageSlot(context, () => loadCalendar(context, item, kind))
})

async function loadCalendar(context: AppLoadContext, item: string, kind: DeadlineKind) {
  const taken = await context.services.limits.consume([
    'calendars',
    String(await context.session.userId()),
  ])
  if (taken.isOver) {
    context.session.flash(tooMany(taken.until))
    throw redirect('/deadlines')
  }
  const loaded = await lists[kind](context.gateways, item)
  const now = new Date()
  const deadline = listDeadlines(loaded, {
    now,
    zone: getZone(context),
    withinDays: Number.POSITIVE_INFINITY,
  }).find(({ id }) => id === item)
  if (!deadline) {
    const isLoaded = Object.values(loaded).some((list) => list !== undefined)
    context.session.flash(isLoaded ? over : notLoaded)
    throw redirect('/deadlines')
  }
  const { BRAND_NAME: brand, PUBLIC_ORIGIN: origin } = env()
  const facts = {
    brand,
    origin,
    owner: await userHash(context),
    now,
    isMoscowTime: isMoscowTime(context),
  }
  return new Response(writeCalendar(deadline, facts), {
    headers: {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': 'attachment; filename="deadline.ics"',
      'Cache-Control': 'private, no-store',
    },
  })
}
