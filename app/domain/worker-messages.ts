/** Headers that tell the service worker about a page, so that it need not parse the text. */

/** The part of the card on a page: `code`, `number` (without a code) or `none`. */
export const CARD_HEADER = 'X-Card'
/** User hash of the session that expired on this device since the last sign-in. */
export const EXPIRED_HEADER = 'X-Session-Expired'
/** The drawing of pages without a network, stored on the phone. */
export const OFFLINE_DRAWING = '/assets/svg/illustrations/base/card.svg'
/** Pages that the service worker can replace with the stored card. */
export const CARD_PATHS: readonly string[] = ['/qr', '/qr/till']

/** Asks the worker to fetch the compression dictionary for the next pages. */
export const FETCH_DICTIONARY = 'fetch-dictionary'
/** The stored card asks the worker for the late response in its place. */
export const AWAIT_FRESH = 'await-fresh'
/** Tells the stored card that a reload shows the late response. */
export const FRESH = 'fresh'
/** Asks a page for its state, through the message's port. */
export const READ_STATE = 'read-state'

export interface WindowState {
  url: string
  /** True when leaving the page would lose a half-filled form. */
  hasTypedText: boolean
}
