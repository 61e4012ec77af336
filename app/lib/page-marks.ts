/** What the service worker reads of an answer instead of searching its text. */

/** What of the card a page shows: `code`, `number` (the code could not be had) or `none`. */
export const CARD_HEADER = 'X-Card'
/** Whose session the gateway ended on this device since the last sign-in, as the card is tagged. */
export const EXPIRED_HEADER = 'X-Session-Expired'
/** Addresses in whose place the service worker has the kept card. */
export const CARD_PATHS: readonly string[] = ['/qr', '/qr/till']
