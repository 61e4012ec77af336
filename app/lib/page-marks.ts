/** Headers that tell the service worker about a page, so that it need not parse the text. */

/** The part of the card on a page: `code`, `number` (without a code) or `none`. */
export const CARD_HEADER = 'X-Card'
/** User hash of the session that expired on this device since the last sign-in. */
export const EXPIRED_HEADER = 'X-Session-Expired'
/** The drawing of pages without a network, stored on the phone. */
export const OFFLINE_DRAWING = '/assets/svg/illustrations/base/card.svg'
/** Pages that the service worker can replace with the stored card. */
export const CARD_PATHS: readonly string[] = ['/qr', '/qr/till']
