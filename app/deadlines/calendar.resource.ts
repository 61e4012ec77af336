import { createHash } from 'node:crypto'

import { redirect, type AppLoadContext, type LoaderFunctionArgs } from '@remix-run/node'

import { BUDGET_MS, loadBlocks } from '~/gateways/load-blocks.server'
import { listAllCoupons, listAllOffers } from '~/gateways/promotion-lists.server'
import { bytesOfText, createByteCache } from '~/lib/byte-cache.server'
import { waitText, SERVER_TIME_ZONE } from '~/lib/dates'
import { env } from '~/platform/env.server'
import { fileLoader } from '~/platform/file-loader.server'
import { notFound } from '~/platform/not-found.server'
import { requireShopper } from '~/session/guards.server'
import { withHeavyPageSlot } from '~/session/heavy-page-slots.server'
import type { Flash } from '~/session/session.server'
import { userHash } from '~/session/user-hash.server'

import { writeCalendar } from './calendar.server'
import {
  kindOfDeadline,
  listDeadlines,
  type Deadline,
  type DeadlineSources,
} from './deadlines.server'
import { entriesOf, isMoscowTime, loadWholeLists, zoneOf } from './load-deadlines.server'

const notLoaded: Flash = {
  type: 'error',
  title: 'Календарь не собрался',
  description: 'Попробуйте ещё раз чуть позже.',
}
const tooMany = (until: Date): Flash => ({
  type: 'error',
  title: 'Календарь пока не собрать',
  description: `Вы скачали его много раз подряд. Попробуйте ${waitText(until, SERVER_TIME_ZONE)}.`,
})
const nothing: Flash = { type: 'info', title: 'Добавлять в календарь пока нечего' }

/** The kinds of deadlines with the gateway lists that each needs. */
const partLists = {
  stars: ({ account }) => loadBlocks({ balance: account.getBalance() }, critical('balance')),
  coupons: (gateways) =>
    loadBlocks({ coupons: entriesOf(listAllCoupons(gateways)) }, critical('coupons')),
  offers: (gateways) =>
    loadBlocks({ offers: entriesOf(listAllOffers(gateways)) }, critical('offers')),
} satisfies Record<string, (gateways: AppLoadContext['gateways']) => Promise<DeadlineSources>>
type Part = keyof typeof partLists

const partOfKind = { stars: 'stars', express: 'stars', coupon: 'coupons', offer: 'offers' } as const

function critical<Name extends string>(name: Name): Record<Name, number> {
  return { [name]: BUDGET_MS.critical } as Record<Name, number>
}

/**
 * Deadlines as a calendar file: all, one kind, or one by its id. Without deadlines a page shows the
 * reason.
 */
export const loader = fileLoader(async ({ request, params, context }: LoaderFunctionArgs) => {
  await requireShopper(request, context)
  const { item } = params
  const kind = kindOfDeadline(item)
  const part = isPart(item) ? item : kind && partOfKind[kind]
  if (item !== undefined && !part) throw notFound(request)
  return withHeavyPageSlot(context, () => loadCalendar(context, { item, kind, part }))
})

type Asked = {
  item: string | undefined
  kind: ReturnType<typeof kindOfDeadline>
  part: Part | null | undefined
}

async function loadCalendar(context: AppLoadContext, { item, kind, part }: Asked) {
  const taken = await context.limits.consume(['calendars', String(await context.session.userId())])
  if (taken.isOver) {
    context.session.flash(tooMany(taken.until))
    throw redirect('/deadlines')
  }
  const lists = part ? await partLists[part](context.gateways) : await loadWholeLists(context)
  const now = new Date()
  const deadlines = listDeadlines(lists, {
    now,
    zone: zoneOf(context),
    withinDays: Number.POSITIVE_INFINITY,
  }).filter(({ id }) => !kind || id === item)
  if (deadlines.length === 0) {
    const isLoaded = Object.values(lists).some((list) => list !== undefined)
    context.session.flash(isLoaded ? nothing : notLoaded)
    throw redirect('/deadlines')
  }
  const { BRAND_NAME: brand, PUBLIC_ORIGIN: origin } = env()
  const owner = await userHash(context)
  const facts = { brand, origin, owner, now, isMoscowTime: isMoscowTime(context) }
  return new Response(await writtenCalendar(deadlines, facts), {
    headers: {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': 'attachment; filename="deadlines.ics"',
      'Cache-Control': 'private, no-store',
    },
  })
}

type Facts = Parameters<typeof writeCalendar>[1]
type Written = [deadlines: Deadline[], facts: Facts]

/** Writing 300 events takes 0.1 s of processor time, so equal calendars are cached for a minute. */
const calendars = createByteCache<string, Written>('calendars', {
  bytesOf: bytesOfText,
  lifeMs: 60_000,
  fetchMethod: (_key, _stale, { context: [deadlines, facts] }) => writeCalendar(deadlines, facts),
})

async function writtenCalendar(deadlines: Deadline[], facts: Facts): Promise<string> {
  const { now: _, ...lasting } = facts
  const key = createHash('sha256')
    .update(JSON.stringify([deadlines, lasting]))
    .digest('base64url')
  return (
    (await calendars.fetch(key, { context: [deadlines, facts] })) ?? writeCalendar(deadlines, facts)
  )
}

function isPart(item: string | undefined): item is Part {
  return item !== undefined && Object.hasOwn(partLists, item)
}
