/** What the service worker reads of an answer instead of searching its text. */

/** What of the card a page shows: `code`, `number` (the code could not be had) or `none`. */
export const CARD_HEADER = 'X-Card'
/** User hash of the session that expired on this device since the last sign-in. */
export const EXPIRED_HEADER = 'X-Session-Expired'
/** Addresses instead of which the service worker has the stored card. */
export const CARD_PATHS: readonly string[] = ['/qr', '/qr/till']
