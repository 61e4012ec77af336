import { bindText } from '~/lib/bind-text.server'
import { periodText, termText } from '~/lib/expiry'
import { nameOrFallback } from '~/lib/fallback-name.server'
import { idInAddress } from '~/lib/ids'
import { shownPicture } from '~/lib/pictures'
import { progressText, remainderText } from './progress-text'
import { signedStars } from '~/lib/transaction-names'

import type { Gateways } from '~/gateways/gateways.server'
import { findListed, listAllOffers } from '~/gateways/promotion-lists.server'
import type { Offer } from '~/gateways/schemas/promotions.server'

/** An offer as a screen shows it. */
export interface OfferView {
  /** The code encoded for an address. */
  code: string
  title: string
  picture: string | null
  state: Offer['state']
  /** «с 1 по 30 ноября»; null when unknown. */
  period: string | null
  expiry: string | null
  /** «+300 звёзд»; null without a reward. */
  reward: string | null
  progress: OfferProgress | null
}

interface OfferProgress {
  /** From 0 to `most`. */
  value: number
  most: number
  /** «1 200 ₽ из 3 000 ₽». */
  text: string
  /** «осталось 1 800 ₽»; null when the offer is done or over. */
  remainder: string | null
}

interface Shown {
  imageOrigins: readonly string[]
  /** The browser's time zone; null: Moscow's. */
  zone: string | null
  now?: Date
}

/** One offer of the shopper, found in the list: the gateway has no call for one. */
export const getOffer = (
  gateways: Pick<Gateways, 'promotions'>,
  code: string,
): Promise<Offer | null> => findListed(listAllOffers(gateways), (offer) => offer.code === code)

function progressOf({ progress }: Offer, state: Offer['state']): OfferProgress | null {
  if (!progress || !(progress.target > 0)) return null
  const { current, target } = progress
  return {
    value: Math.min(Math.max(current, 0), target),
    most: target,
    text: progressText(progress),
    remainder: state === 'EXPIRED' ? null : remainderText(progress),
  }
}

/** An expired offer is over, whatever the gateway says. */
export function stateOf({ state, endDate }: Offer, now: Date): Offer['state'] {
  const isOver = endDate !== null && new Date(endDate).getTime() <= now.getTime()
  return isOver && state !== 'COMPLETED' ? 'EXPIRED' : state
}

export function offerView(
  offer: Offer,
  { imageOrigins, zone, now = new Date() }: Shown,
): OfferView {
  const { code, title, imageUrl, startDate, endDate, reward } = offer
  const state = stateOf(offer, now)
  const term = { start: startDate, end: endDate }
  return {
    code: idInAddress(code),
    title: bindText(nameOrFallback('offer', title)),
    picture: shownPicture(imageUrl, imageOrigins),
    state,
    period: periodText(term, now, zone),
    expiry: state === 'COMPLETED' ? null : termText(term, now, zone),
    reward: reward ? signedStars(reward.points) : null,
    progress: progressOf(offer, state),
  }
}
