import type { AppLoadContext } from '@remix-run/node'

import { env } from '~/platform/env.server'
import { loadWatchedCards, watchAccount } from '~/account-watch/account-watch.server'
import { couponView } from '~/coupons/coupon-view.server'
import { loadDeadlines } from '~/deadlines/load-deadlines.server'
import { loadBlocks } from '~/gateways/load-blocks.server'
import {
  listAllCoupons,
  listFirstCoupons,
  listFirstOffers,
  listUntil,
} from '~/gateways/promotion-lists.server'
import { withErrorCode } from '~/gateways/named-failure.server'
import type { Banner } from '~/gateways/schemas/account.server'
import type { StoredCoupon } from '~/card/card-record'
import { stateOfCoupon, type Coupon } from '~/gateways/schemas/promotions.server'
import type { Transaction } from '~/gateways/schemas/purchases.server'
import { formatPastDay, SERVER_TIME_ZONE } from '~/lib/dates'
import { byEnd } from '~/lib/expiry'
import { nameOrFallback } from '~/lib/fallback-name.server'
import { idInAddress } from '~/lib/ids'
import { shownPicture } from '~/lib/pictures'
import { safeReturnTo } from '~/lib/return-to'
import { shorten } from '~/lib/shorten'
import { moneyMoved, starsMoved, typeWord } from '~/lib/transaction-names'
import { wallClock } from '~/lib/wall-clock'
import { numberToStore, loadCardView } from '~/card/card.server'
import { nearestOffers } from '~/offers/offers.server'
import { userHash } from '~/session/user-hash.server'
import { listUnanswered } from '~/surveys/survey.server'

import { adviceOf, noticesFor } from './notices.server'

const FEW_RECEIPTS = 3
/** More than the screen shows, because some may be unreadable. */
const RECEIPTS_PAGE = { limit: 10, offset: 0 }
const FEW_COUPONS = 3
const FEW_OFFERS = 2
const FEW_BANNERS = 2
/** The line of deadlines is about stars: coupons and offers show their own ends. */
const NONE = Promise.resolve({ entries: [], isWhole: true })
const MOST_STORED_COUPONS = 10

/**
 * A banner with an allowed link and picture, marked when it is advertising. A banner with text in
 * its picture only gets a general name for screen readers.
 */
export function bannerView(banner: Banner, imageOrigins: readonly string[]) {
  const { id, title, imageUrl, link, advertiser, erid } = banner
  const ownPath = safeReturnTo(link, '')
  const isSafe = ownPath || (URL.canParse(link) && new URL(link).protocol === 'https:')
  const picture = shownPicture(imageUrl, imageOrigins)
  if (!isSafe || !picture) return null
  return {
    id,
    title: title.trim() || 'Подробнее об акции',
    picture,
    link,
    isOwn: ownPath !== '',
    advertising: erid ? `Реклама. ${advertiser ?? 'Рекламодатель не указан'}. erid: ${erid}` : null,
  }
}

export type BannerView = NonNullable<ReturnType<typeof bannerView>>

function receiptView(transaction: Transaction) {
  const { id, title, type, createdAt } = transaction
  return {
    id: idInAddress(id),
    title: title.trim() || typeWord(type),
    when: formatPastDay(createdAt),
    money: moneyMoved(transaction),
    stars: starsMoved(transaction).join(' '),
  }
}

export type ReceiptView = ReturnType<typeof receiptView>

/** The active coupons for the stored card, with codes for the cashier. */
export function storedCoupons(coupons: Coupon[]): StoredCoupon[] {
  const now = new Date()
  const active = coupons.filter((coupon) => stateOfCoupon(coupon, now) === 'ACTIVATED')
  return active
    .slice(0, MOST_STORED_COUPONS)
    .map(({ title, items, startDate, expirationDate }) => ({
      title: shorten(nameOrFallback('coupon', title), 200),
      code: items?.[0]?.couponCode ?? null,
      until: expirationDate,
      ...(startDate && new Date(startDate) > now && { from: startDate }),
    }))
}

/**
 * The main screen. All calls run in parallel with a budget for each block. The screen takes as long
 * as its slowest block, at most the card's three seconds.
 */
export async function loadToday(context: AppLoadContext) {
  const { account, identity, promotions, purchases } = context.gateways
  const { IMAGE_ORIGINS } = env()
  const shown = { imageOrigins: IMAGE_ORIGINS, zone: context.device.timeZone, now: new Date() }
  const isIn = (state: Coupon['state']) => (coupon: Coupon) =>
    stateOfCoupon(coupon, shown.now) === state
  const asked = identity.getProfile()
  const favourites = promotions.listFavouriteCoupons()
  const activeOnes = favourites.then(storedCoupons)
  const balanceAsked = account.getBalance()
  const newCoupons = listUntil(
    listFirstCoupons(context.gateways),
    (coupons) => coupons.some(isIn('AVAILABLE')),
    () => listAllCoupons(context.gateways),
  )
  const [
    store,
    { card, fallbackCard, cardError, cardFault },
    cards,
    deadlines,
    { balance, profile, receipts, banners, active, stored, available, polls, offers },
  ] = await Promise.all([
    context.chosenStore(),
    loadCardView(context, () => asked),
    loadWatchedCards(context),
    loadDeadlines(context, {
      balance: balanceAsked,
      coupons: NONE,
      offers: NONE,
    }),
    loadBlocks({
      balance: withErrorCode('balance', context, balanceAsked).call,
      profile: asked,
      receipts: purchases.listTransactions(RECEIPTS_PAGE),
      banners: account.listBanners('today'),
      active: favourites,
      stored: activeOnes,
      available: newCoupons,
      polls: listUnanswered(context),
      offers: nearestOffers(context, listFirstOffers(context.gateways), FEW_OFFERS),
    }),
  ])

  const watch = await watchAccount(context, { profile, cards })
  const { dayNumber } = wallClock(shown.now, shown.zone ?? SERVER_TIME_ZONE)
  // An alert of the account watch takes the place of advice.
  const notices = watch ? [] : adviceOf(context, noticesFor(context, profile, polls), dayNumber)
  const asksForStore = store.shouldAsk && !watch && notices.length === 0
  if (store.shouldAsk && !asksForStore) context.cookies.delete('v1_store_prompted')
  return {
    code: card?.code ?? null,
    fallbackCard,
    cardError,
    cardFault,
    owner: await userHash(context),
    number: numberToStore(card ?? fallbackCard),
    deadlines,
    watch,
    storedCoupons: stored ? { coupons: stored } : null,
    stars: balance?.totalPointBalance ?? null,
    name: profile?.firstName ?? null,
    notices,
    store: { ...store, shouldAsk: asksForStore },
    receipts: receipts?.transactions.slice(0, FEW_RECEIPTS).map(receiptView) ?? null,
    banners: (banners ?? [])
      .flatMap((banner) => bannerView(banner, IMAGE_ORIGINS) ?? [])
      .slice(0, FEW_BANNERS),
    coupons: firstToEnd([
      ...(active ?? []).filter(isIn('ACTIVATED')),
      ...(available ?? []).filter(isIn('AVAILABLE')),
    ]).map((coupon) => couponView(coupon, shown)),
    hasAllCoupons: Boolean(active && available),
    offers: offers ?? null,
  }
}

/** A few coupons, what ends first at the beginning. */
const firstToEnd = (coupons: readonly Coupon[]) =>
  coupons
    .toSorted((one, other) => byEnd(one.expirationDate, other.expirationDate))
    .slice(0, FEW_COUPONS)

export type TodayView = Awaited<ReturnType<typeof loadToday>>
