import { deadlineId } from '~/deadlines/deadlines.server'
import { stateOfOffer, type Offer } from '~/gateways/schemas/promotions.server'
import { bindText } from '~/lib/bind-text.server'
import { periodText, termText } from '~/domain/expiry'
import { nameOrFallback } from '~/domain/fallback-name.server'
import { formatMoney } from '~/lib/money'
import { formatNumber, plural } from '~/lib/numbers'
import { shownPicture } from '~/domain/pictures'
import type { ReaderZone } from '~/lib/time-zones'
import { signedPoints } from '~/domain/transaction-names'
import { env } from '~/platform/env.server'

/** The progress of an offer; money in kopecks. */
type Progress = NonNullable<Offer['progress']>

/** «1 200 ₽ из 3 000 ₽», «3 из 5 штук», «1 из 4 визитов». */
function progressText({ current, target, unit }: Progress): string {
  if (unit === 'RUB') return `${formatMoney(current)} из ${formatMoney(target)}`
  const things =
    unit === 'PIECES'
      ? plural(target, 'штуки', 'штук', 'штук')
      : plural(target, 'визита', 'визитов', 'визитов')
  return `${formatNumber(current)} из ${formatNumber(target)}\u00a0${things}`
}

/** «осталось 1 800 ₽», «осталась 1 штука», «осталось 3 визита»; null when done. */
function remainderText({ current, target, unit }: Progress): string | null {
  const left = target - current
  if (!(left > 0)) return null
  if (unit === 'RUB') return `осталось ${formatMoney(left)}`
  const things =
    unit === 'PIECES'
      ? plural(left, 'штука', 'штуки', 'штук')
      : plural(left, 'визит', 'визита', 'визитов')
  const verb = plural(left, unit === 'PIECES' ? 'осталась' : 'остался', 'осталось', 'осталось')
  return `${verb} ${formatNumber(left)}\u00a0${things}`
}

function progressView({ progress }: Offer, state: Offer['state']) {
  if (!progress || !(progress.target > 0)) return null
  const { current, target } = progress
  return {
    /** From 0 to `most`. */
    value: Math.min(Math.max(current, 0), target),
    most: target,
    text: progressText(progress),
    /** Null when the offer is done or over. */
    remainder: state === 'EXPIRED' ? null : remainderText(progress),
  }
}

/** True when an offer in this state can be joined or completed. */
export const isOpen = (state: Offer['state']) => state === 'AVAILABLE' || state === 'ACTIVATED'

/** An offer as a screen shows it. */
export function offerView(offer: Offer, zone: ReaderZone, now = new Date()) {
  const { code, title, imageUrl, startDate, endDate, reward } = offer
  const state = stateOfOffer(offer, now)
  const term = { start: startDate, end: endDate }
  return {
    code,
    title: bindText(nameOrFallback('offer', title)),
    picture: shownPicture(imageUrl, env().IMAGE_ORIGINS),
    state,
    /** «с 1 по 30 ноября»; null when unknown. */
    period: periodText(term, zone, now),
    expiry: state === 'COMPLETED' ? null : termText(term, zone, now),
    /** «+300 звёзд»; null without a reward. */
    reward: reward ? signedPoints(reward.points) : null,
    progress: progressView(offer, state),
  }
}

export type OfferView = ReturnType<typeof offerView>

/** An offer as its own screen shows it. */
export function offerDetail(offer: Offer, zone: ReaderZone) {
  const view = offerView(offer, zone)
  return {
    ...view,
    calendarItem: offer.endDate && isOpen(view.state) ? deadlineId('offer', offer.code) : null,
    description: offer.description ?? null,
    terms: (offer.terms ?? '').split(/\n+/).filter((paragraph) => paragraph.trim() !== ''),
  }
}
