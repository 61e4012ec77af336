/** Asks the worker to fetch the compression dictionary for the next pages. */
export const FETCH_DICTIONARY = 'fetch-dictionary'
/** Asks a page, through the message's port, whether leaving it would lose a half-filled form. */
export const HAS_TYPED_TEXT = 'has-typed-text'
