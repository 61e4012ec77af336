import type { AppLoadContext } from '@remix-run/node'

import { deadlineId } from '~/deadlines/deadlines.server'
import { env } from '~/platform/env.server'
import { BUDGET_MS, loadBlocks } from '~/gateways/load-blocks.server'
import type { Listed } from '~/gateways/all-pages.server'
import { listAllOffers, listFirstOffers, listUntil } from '~/gateways/promotion-lists.server'
import type { Offer } from '~/gateways/schemas/promotions.server'
import { byEnd } from '~/lib/expiry'
import { getOffer, offerView, stateOf, type OfferView } from './offer-view.server'

const PAGE = 24

type Asked = Pick<AppLoadContext, 'gateways' | 'device'>

const shownTo = ({ timeZone }: AppLoadContext['device']) => ({
  imageOrigins: env().IMAGE_ORIGINS,
  zone: timeZone,
})

export interface OfferPage {
  offers: OfferView[]
  pages: number
  /** True when the list is longer than what was read. */
  isCut: boolean
  /** True when at least two offers can be joined. */
  hasSeveral: boolean
}

/** One page of the shopper's offers, open ones first; null when it failed to load. */
export async function loadOffers(
  { gateways, device }: Asked,
  page: number,
): Promise<OfferPage | null> {
  const { found } = await loadBlocks(
    { found: listAllOffers(gateways) },
    { found: BUDGET_MS.critical },
  )
  if (!found) return null
  const shown = { ...shownTo(device), now: new Date() }
  return {
    offers: openFirst(found.entries, shown.now)
      .slice((page - 1) * PAGE, page * PAGE)
      .map((offer) => offerView(offer, shown)),
    pages: Math.ceil(found.entries.length / PAGE),
    isCut: !found.isWhole,
    hasSeveral:
      found.entries.filter((offer) => stateOf(offer, shown.now) === 'AVAILABLE').length > 1,
  }
}

const isOpen = ({ state }: Pick<OfferView, 'state'>) =>
  state === 'AVAILABLE' || state === 'ACTIVATED'

/** Offers that can be joined or completed before all others, wherever the gateway lists them. */
function openFirst(offers: Offer[], now: Date): Offer[] {
  const canGoOn = (offer: Offer) => isOpen({ state: stateOf(offer, now) })
  return [...offers.filter(canGoOn), ...offers.filter((offer) => !canGoOn(offer))]
}

/** The first offers if they have enough open ones, else all. */
function listForFew(
  gateways: Asked['gateways'],
  most: number,
  first = listFirstOffers(gateways),
): Promise<Offer[]> {
  const now = new Date()
  return listUntil(
    first,
    (offers) => offers.filter((offer) => isOpen({ state: stateOf(offer, now) })).length >= most,
    () => listAllOffers(gateways),
  )
}

/**
 * A few open offers that end first.
 * @param first the first offers, which the screen loads anyway
 */
export async function nearestOffers(
  { gateways, device }: Asked,
  first: Promise<Listed<Offer>>,
  most: number,
): Promise<OfferView[]> {
  const shown = shownTo(device)
  return (await listForFew(gateways, most, first))
    .toSorted((one, other) => byEnd(one.endDate, other.endDate))
    .map((offer) => offerView(offer, shown))
    .filter(isOpen)
    .slice(0, most)
}

/** A few offers, open ones first. Null when they failed to load. */
export async function loadFewOffers(
  { gateways, device }: Asked,
  most: number,
): Promise<OfferView[] | null> {
  const shown = { ...shownTo(device), now: new Date() }
  const { offers } = await loadBlocks(
    { offers: listForFew(gateways, most) },
    { offers: BUDGET_MS.critical },
  )
  if (!offers) return null
  return openFirst(offers, shown.now)
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
