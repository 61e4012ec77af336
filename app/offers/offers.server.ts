import type { AppLoadContext } from '@remix-run/node'

import type { Gateways } from '~/gateways/gateways.server'
import { BUDGET_MS, loadBlocks } from '~/gateways/load-blocks.server'
import { findListed, listAllOffers } from '~/gateways/promotion-lists.server'
import { stateOfOffer, type Offer } from '~/gateways/schemas/promotions.server'
import { byEnd } from '~/domain/expiry'

import { isOpen, offerDetail, offerView, type OfferView } from './offer-view.server'

const PAGE = 24

type Asked = Pick<AppLoadContext, 'gateways' | 'device'>

/** One page of the shopper's offers, open ones first; null when it failed to load. */
export async function loadOffers({ gateways, device }: Asked, page: number) {
  const { found } = await loadBlocks(
    { found: listAllOffers(gateways) },
    { found: BUDGET_MS.critical },
  )
  if (!found) return null
  const now = new Date()
  return {
    offers: openFirst(found.entries, now)
      .slice((page - 1) * PAGE, page * PAGE)
      .map((offer) => offerView(offer, device.timeZone, now)),
    pages: Math.ceil(found.entries.length / PAGE),
    /** True when the list is longer than what was read. */
    isCut: !found.isWhole,
    /** True when at least two offers can be joined. */
    hasSeveral:
      found.entries.filter((offer) => stateOfOffer(offer, now) === 'AVAILABLE').length > 1,
  }
}

/** Offers that can be joined or completed before all others, wherever the gateway lists them. */
function openFirst(offers: Offer[], now: Date): Offer[] {
  const rank = (offer: Offer) => Number(!isOpen(stateOfOffer(offer, now)))
  return offers.toSorted((one, other) => rank(one) - rank(other))
}

/**
 * A few offers in progress that end first.
 * @throws GatewayError
 */
export async function nearestOffers({ gateways, device }: Asked, most: number) {
  const { entries } = await listAllOffers(gateways)
  const now = new Date()
  return entries
    .filter((offer) => stateOfOffer(offer, now) === 'ACTIVATED')
    .sort((one, other) => byEnd(one.endDate, other.endDate))
    .slice(0, most)
    .map((offer) => offerView(offer, device.timeZone, now))
}

/** A few offers, open ones first. Null when they failed to load. */
export async function loadFewOffers(
  { gateways, device }: Asked,
  most: number,
): Promise<OfferView[] | null> {
  const { offers } = await loadBlocks(
    { offers: listAllOffers(gateways) },
    { offers: BUDGET_MS.critical },
  )
  if (!offers) return null
  const now = new Date()
  return openFirst(offers.entries, now)
    .slice(0, most)
    .map((offer) => offerView(offer, device.timeZone, now))
}

/** One offer of the shopper, found in the list: the gateway has no call for one. */
export const getOffer = (
  gateways: Pick<Gateways, 'promotions'>,
  code: string,
): Promise<Offer | null> => findListed(listAllOffers(gateways), (offer) => offer.code === code)

/** Null when this shopper has no such offer, undefined when it failed to load. */
export async function loadOffer({ gateways, device }: Asked, code: string) {
  const { offer } = await loadBlocks(
    { offer: getOffer(gateways, code) },
    { offer: BUDGET_MS.critical },
  )
  return offer && offerDetail(offer, device.timeZone)
}
