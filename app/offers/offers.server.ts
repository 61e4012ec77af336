import type { AppLoadContext } from '@remix-run/node'

import { env } from '~/platform/env.server'
import { BUDGET_MS, loadBlocks } from '~/gateways/load-blocks.server'
import { getOffer, offerView, type OfferView } from './offer-view.server'

const PAGE = 24

export interface OfferPage {
  offers: OfferView[]
  pages: number
}

/** One page of the shopper's offers; null when it could not be loaded. */
export async function loadOffers(
  { gateways }: Pick<AppLoadContext, 'gateways'>,
  page: number,
  limit = PAGE,
): Promise<OfferPage | null> {
  const offset = (page - 1) * limit
  const { found } = await loadBlocks(
    { found: gateways.promotions.listOffers({ limit, offset }) },
    { found: BUDGET_MS.critical },
  )
  if (!found) return null
  const { offers, pagination } = found
  return {
    offers: offers.map((offer) => offerView(offer, env().IMAGE_ORIGINS)),
    pages: Math.ceil(pagination.totalCount / limit),
  }
}

/** Null for a code that names no offer of this shopper, undefined when it could not be loaded. */
export async function loadOffer({ gateways }: Pick<AppLoadContext, 'gateways'>, code: string) {
  const { offer } = await loadBlocks(
    { offer: getOffer(gateways, code) },
    { offer: BUDGET_MS.critical },
  )
  return (
    offer && {
      ...offerView(offer, env().IMAGE_ORIGINS),
      description: offer.description ?? null,
      terms: (offer.terms ?? '').split(/\n+/).filter((paragraph) => paragraph.trim() !== ''),
    }
  )
}
