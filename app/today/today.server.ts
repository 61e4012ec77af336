import type { AppLoadContext } from '@remix-run/node'

import { loadWatchedCards, watchAccount } from '~/account-watch/account-watch.server'
import { loadCardView, numberToStore } from '~/card/card.server'
import { couponView } from '~/coupons/coupon-view.server'
import { loadDeadlines } from '~/deadlines/load-deadlines.server'
import { loadBlocks } from '~/gateways/load-blocks.server'
import { withErrorCode } from '~/gateways/named-failure.server'
import { listAllCoupons } from '~/gateways/promotion-lists.server'
import { stateOfCoupon, type Coupon } from '~/gateways/schemas/promotions.server'
import type { Coordinates } from '~/gateways/schemas/stores.server'
import { readerClock } from '~/lib/dates'
import { byEnd } from '~/domain/expiry'
import { nearestOffers } from '~/offers/offers.server'
import { userHash } from '~/session/user-hash.server'
import type { ChosenStore } from '~/stores/chosen-store.server'
import { drawStillMap } from '~/stores/still-map.server'
import { listUnanswered } from '~/surveys/survey.server'

import { getAdvice, noticesFor } from './notices.server'
import { bannerView, receiptView, storedCoupons } from './today-view.server'

const FEW_RECEIPTS = 2
/** More than the screen shows, because some may be unreadable. */
const RECEIPTS_PAGE = { limit: 10, offset: 0 }
const FEW_MINE = 1
const FEW_NEW = 2
const FEW_OFFERS = 2

/** The call of each block; none waits for another, and each has its own time budget. */
async function loadAll(context: AppLoadContext) {
  const { account, identity, promotions, purchases } = context.gateways
  const profile = identity.getProfile()
  const balance = account.getBalance()
  const [store, cardView, cards, deadlines, owner, order, blocks] = await Promise.all([
    context.chosenStore(),
    loadCardView(context, () => profile),
    loadWatchedCards(context),
    loadDeadlines(context, { balance, isPointsOnly: true }),
    userHash(context),
    context.experiments.variant('today_order'),
    loadBlocks({
      balance: withErrorCode('balance', context.visit, balance).call,
      profile,
      receipts: purchases.listTransactions(RECEIPTS_PAGE),
      banners: account.listBanners('today'),
      activated: promotions.listFavouriteCoupons(),
      coupons: listAllCoupons(context.gateways),
      polls: listUnanswered(context),
      offers: nearestOffers(context, FEW_OFFERS),
    }),
  ])
  return { store, cardView, cards, deadlines, owner, order, ...blocks }
}

/** The main screen. It takes as long as its slowest block, at most the card's three seconds. */
export async function loadToday(context: AppLoadContext) {
  const { cards, order, profile, balance, polls, activated, coupons, ...loaded } =
    await loadAll(context)
  const { card, fallbackCard, supportCode, qrError } = loaded.cardView
  const now = new Date()
  const zone = context.device.timeZone

  const watch = await watchAccount(context, { profile, cards })
  const { dayNumber } = readerClock(now, zone)
  // An alert of the account watch takes the place of advice.
  const notices = watch ? [] : getAdvice(context, noticesFor(context, profile, polls), dayNumber)
  const { chosen, coordinates } = loaded.store
  // The catalogue asks, because its prices depend on the store.
  if (chosen.shouldAsk) context.cookies.delete('v1_store_prompted')

  const getFirst = (list: readonly Coupon[] = [], state: Coupon['state'], most: number) =>
    list
      .filter((coupon) => stateOfCoupon(coupon, now) === state)
      .sort((one, other) => byEnd(one.expirationDate, other.expirationDate))
      .slice(0, most)
      .map((coupon) => couponView(coupon, zone, now))
  return {
    qr: card?.qr ?? null,
    fallbackCard,
    supportCode,
    qrError,
    owner: loaded.owner,
    // A failed or an old part keeps what the device has.
    news: {
      ...numberToStore(card ?? fallbackCard),
      ...(balance && !balance.isCache && { balance: balance.totalPointBalance }),
      ...(activated && { coupons: storedCoupons(activated, now) }),
    },
    deadlines: loaded.deadlines,
    watch,
    points: balance?.totalPointBalance ?? null,
    isOldBalance: balance?.isCache ?? false,
    name: profile?.firstName ?? null,
    notices,
    storeOnMap: storeOnMap(chosen, coordinates),
    receipts: loaded.receipts?.transactions.slice(0, FEW_RECEIPTS).map(receiptView) ?? null,
    banner: (loaded.banners ?? []).flatMap((each) => bannerView(each) ?? [])[0] ?? null,
    myCoupons: getFirst(activated, 'ACTIVATED', FEW_MINE),
    newCoupons: getFirst(coupons?.entries, 'AVAILABLE', FEW_NEW),
    hasAllCoupons: Boolean(activated && coupons),
    hasFailedParts: !(balance && activated && coupons && loaded.offers && loaded.receipts),
    hasMoreCoupons: coupons?.isWhole === false,
    couponsFirst: order === 'test',
    offers: loaded.offers ?? null,
  }
}

/** The store with a picture of its place; null without a map or a place (specification 1.5). */
function storeOnMap({ code, title, address }: ChosenStore, coordinates: Coordinates | null) {
  const map = coordinates && drawStillMap(coordinates)
  const place = address ?? title
  return map && place ? { code, place, map } : null
}

export type TodayView = Awaited<ReturnType<typeof loadToday>>
