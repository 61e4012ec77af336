import { bindWords } from '~/lib/bind-words.server'
import { formatDay } from '~/lib/dates'
import { expiryWords } from '~/lib/expiry'
import { lastDayOf, lastDayWords, zoneWords } from '~/lib/last-day'
import { shownPicture } from '~/lib/pictures'
import { progressWords, remainderWords } from './progress-words'
import { signedStars } from '~/lib/transaction-words'

import type { Gateways } from '~/gateways/gateways.server'
import { listAllOffers } from '~/gateways/promotion-lists.server'
import type { Offer } from '~/gateways/shapes/promotions.server'

/** An offer in the words of a screen. */
export interface OfferView {
  code: string
  title: string
  picture: string | null
  state: Offer['state']
  /** «с 1 по 30 ноября»; null when it is not known. */
  period: string | null
  expiry: string | null
  /** «+300 звёзд»; null when the offer does not say. */
  reward: string | null
  progress: OfferProgress | null
}

export interface OfferProgress {
  /** From 0 to `most`. */
  value: number
  most: number
  /** «1 200 ₽ из 3 000 ₽». */
  words: string
  /** «осталось 1 800 ₽»; null when all is done, or nothing can be any more. */
  remainder: string | null
}

interface Shown {
  imageOrigins: readonly string[]
  /** By whose calendar its days are counted, as the browser told; null: Moscow's. */
  zone: string | null
  now?: Date
}

/** One offer of the shopper, looked for among all: the gateway has no call for one. */
export async function getOffer(
  gateways: Pick<Gateways, 'promotions'>,
  code: string,
): Promise<Offer | null> {
  const offers = await listAllOffers(gateways)
  return offers.find((offer) => offer.code === code) ?? null
}

function progressOf({ progress }: Offer, state: Offer['state']): OfferProgress | null {
  if (!progress || !(progress.target > 0)) return null
  const { current, target } = progress
  return {
    value: Math.min(Math.max(current, 0), target),
    most: target,
    words: progressWords(progress),
    remainder: state === 'EXPIRED' ? null : remainderWords(progress),
  }
}

/** An offer whose end has passed is over, whatever the gateway still says of it. */
export function stateOf({ state, endDate }: Offer, now: Date): Offer['state'] {
  const isOver = endDate !== null && new Date(endDate).getTime() <= now.getTime()
  return isOver && state !== 'COMPLETED' ? 'EXPIRED' : state
}

/** «по 30 апреля», «до 06:59 1 мая». */
function endWords(endDate: string, zone: string | null): string {
  const { isWhole } = lastDayOf(new Date(endDate), zoneWords(zone).timeZone)
  return `${isWhole ? 'по' : 'до'} ${lastDayWords(endDate, zone)}`
}

function periodOf({ startDate, endDate }: Offer, zone: string | null): string | null {
  const words = [startDate && `с ${formatDay(startDate)}`, endDate && endWords(endDate, zone)]
  return words.filter(Boolean).join(' ') || null
}

export function offerView(
  offer: Offer,
  { imageOrigins, zone, now = new Date() }: Shown,
): OfferView {
  const { code, title, imageUrl, endDate, reward } = offer
  const state = stateOf(offer, now)
  return {
    code,
    title: bindWords(title),
    picture: shownPicture(imageUrl, imageOrigins),
    state,
    period: periodOf(offer, zone),
    expiry: state === 'COMPLETED' ? null : expiryWords(endDate, now, zone),
    reward: reward ? signedStars(reward.points) : null,
    progress: progressOf(offer, state),
  }
}
