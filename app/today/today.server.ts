import type { AppLoadContext } from '@remix-run/node'

import { env } from '~/platform/env.server'
import { loadWatchedCards, watchAccount } from '~/account-watch/account-watch.server'
import { couponView, type CouponView } from '~/coupons/coupon-view.server'
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
import { nameOrFallback } from '~/lib/fallback-name.server'
import { idInAddress } from '~/lib/ids'
import { shownPicture } from '~/lib/pictures'
import { safeReturnTo } from '~/lib/return-to'
import { shorten } from '~/lib/shorten'
import { moneyMoved, starsMoved, typeWord } from '~/lib/transaction-names'
import { wallClock } from '~/lib/wall-clock'
import { numberToStore, loadCardView } from '~/card/card.server'
import { nearestOffers } from '~/offers/offers.server'
import { listPrices } from '~/offers/promotions.server'
import { userHash } from '~/session/user-hash.server'
import { listUnanswered } from '~/surveys/survey.server'

import { adviceOf, noticesFor } from './notices.server'

const FEW_RECEIPTS = 3
/** More than the screen shows, because some may be unreadable. */
const RECEIPTS_PAGE = { limit: 10, offset: 0 }
const FEW_COUPONS = 4
const FEW_OFFERS = 2
const FEW_PRICES = 2
const FEW_BANNERS = 2
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
  // A block shows four of fifty, so only these are formatted.
  const firstOf = async (
    state: Coupon['state'],
    asked: Promise<Coupon[]>,
  ): Promise<CouponView[]> => {
    const coupons = await asked
    const fitting = coupons.filter(isIn(state))
    return fitting.slice(0, FEW_COUPONS).map((coupon) => couponView(coupon, shown))
  }

  const asked = identity.getProfile()
  const favourites = promotions.listFavouriteCoupons()
  const activeOnes = favourites.then(storedCoupons)
  const balanceAsked = account.getBalance()
  const couponsAsked = listFirstCoupons(context.gateways)
  const newCoupons = listUntil(
    couponsAsked,
    (coupons) => coupons.some(isIn('AVAILABLE')),
    () => listAllCoupons(context.gateways),
  )
  const offersAsked = listFirstOffers(context.gateways)
  const [
    store,
    { card, fallbackCard, cardError, cardFault },
    cards,
    deadlines,
    { balance, profile, receipts, banners, mine, stored, coupons, polls, ...actions },
  ] = await Promise.all([
    context.chosenStore(),
    loadCardView(context, () => asked),
    loadWatchedCards(context),
    // Reuses calls that the screen makes anyway.
    loadDeadlines(context, {
      balance: balanceAsked,
      mine: favourites,
      coupons: couponsAsked,
      offers: offersAsked,
    }),
    loadBlocks({
      balance: withErrorCode('balance', context, balanceAsked).call,
      profile: asked,
      receipts: purchases.listTransactions(RECEIPTS_PAGE),
      banners: account.listBanners('today'),
      mine: firstOf('ACTIVATED', favourites),
      stored: activeOnes,
      coupons: firstOf('AVAILABLE', newCoupons),
      polls: listUnanswered(context),
      offers: nearestOffers(context, offersAsked, FEW_OFFERS),
      prices: listPrices(context),
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
    myCoupons: mine ?? null,
    coupons: coupons ?? null,
    offers: actions.offers ?? null,
    prices: actions.prices?.slice(0, FEW_PRICES) ?? null,
  }
}

export type TodayView = Awaited<ReturnType<typeof loadToday>>
