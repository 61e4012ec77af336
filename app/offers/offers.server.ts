import type { AppLoadContext } from '@remix-run/node'

import { deadlineId } from '~/deadlines/deadlines.server'
import { env } from '~/platform/env.server'
import { BUDGET_MS, loadBlocks } from '~/gateways/load-blocks.server'
import { listAllOffers } from '~/gateways/promotion-lists.server'
import type { Offer } from '~/gateways/schemas/promotions.server'
import { byEnd } from '~/lib/expiry'
import { countPages } from '~/lib/paging'
import { getOffer, offerView, stateOf, type OfferView } from './offer-view.server'

const PAGE = 24
const LARGEST_PAGE = 50

type Asked = Pick<AppLoadContext, 'gateways' | 'device'>

const shownTo = ({ timeZone }: AppLoadContext['device']) => ({
  imageOrigins: env().IMAGE_ORIGINS,
  zone: timeZone,
})

export interface OfferPage {
  offers: OfferView[]
  pages: number
}

/** One page of the shopper's offers; null when it failed to load. */
export async function loadOffers(
  { gateways, device }: Asked,
  page: number,
): Promise<OfferPage | null> {
  const limit = PAGE
  const offset = (page - 1) * limit
  const { found } = await loadBlocks(
    { found: gateways.promotions.listOffers({ limit, offset }) },
    { found: BUDGET_MS.critical },
  )
  if (!found) return null
  const { offers, pagination } = found
  const shown = shownTo(device)
  return {
    offers: offers.map((offer) => offerView(offer, shown)),
    pages: countPages(pagination.totalCount, { size: limit, page, shown: offers.length }),
  }
}

/** True when several offers may be available; further pages only reveal their number. */
export function hasSeveralOffers(found: OfferPage | null): boolean {
  if (!found) return false
  const open = found.offers.filter(({ state }) => state === 'AVAILABLE').length
  return open > 1 || (found.pages > 1 && found.offers.length > 0)
}

const isOpen = ({ state }: Pick<OfferView, 'state'>) =>
  state === 'AVAILABLE' || state === 'ACTIVATED'

/** Available offers that end first. */
export function nearestOffers(
  { device }: Pick<Asked, 'device'>,
  offers: readonly Offer[],
  most: number,
): OfferView[] {
  const shown = shownTo(device)
  return offers
    .toSorted((one, other) => byEnd(one.endDate, other.endDate))
    .map((offer) => offerView(offer, shown))
    .filter(isOpen)
    .slice(0, most)
}

/**
 * A few offers: first those that can be joined or completed, from anywhere in the list. Null when
 * they failed to load.
 */
export async function loadFewOffers(
  { gateways, device }: Asked,
  most: number,
): Promise<OfferView[] | null> {
  const shown = { ...shownTo(device), now: new Date() }
  const canGoOn = (offer: Offer) => isOpen({ state: stateOf(offer, shown.now) })
  const load = async () => {
    const { offers, pagination } = await gateways.promotions.listOffers({
      limit: LARGEST_PAGE,
      offset: 0,
    })
    const isComplete = !pagination.hasMore || offers.filter(canGoOn).length >= most
    return isComplete ? offers : listAllOffers(gateways)
  }
  const { offers } = await loadBlocks({ offers: load() }, { offers: BUDGET_MS.critical })
  if (!offers) return null
  return [...offers.filter(canGoOn), ...offers.filter((offer) => !canGoOn(offer))]
    .slice(0, most)
    .map((offer) => offerView(offer, shown))
}

/** Null when this shopper has no such offer, undefined when it failed to load. */
export async function loadOffer({ gateways, device }: Asked, code: string) {
  const { offer } = await loadBlocks(
    { offer: getOffer(gateways, code) },
    { offer: BUDGET_MS.critical },
  )
  if (!offer) return offer
  const view = offerView(offer, shownTo(device))
  return {
    ...view,
    calendarItem: offer.endDate && isOpen(view) ? deadlineId('offer', offer.code) : null,
    description: offer.description ?? null,
    terms: (offer.terms ?? '').split(/\n+/).filter((paragraph) => paragraph.trim() !== ''),
  }
}
