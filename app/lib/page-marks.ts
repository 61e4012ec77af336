/** What a page and the service worker tell each other: headers, so that it need not parse the text, and messages. */

/** The part of the card on a page: `code`, `number` (without a code) or `none`. */
export const CARD_HEADER = 'X-Card'
/** User hash of the session that expired on this device since the last sign-in. */
export const EXPIRED_HEADER = 'X-Session-Expired'
/** Pages that the service worker can replace with the stored card. */
export const CARD_PATHS: readonly string[] = ['/qr', '/qr/till']

/** Asks the worker to fetch the compression dictionary for the next pages. */
export const FETCH_DICTIONARY = 'fetch-dictionary'
/** Asks a page, through the message's port, whether leaving it would lose a half-filled form. */
export const HAS_TYPED_TEXT = 'has-typed-text'
