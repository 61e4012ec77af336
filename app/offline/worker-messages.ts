/** Asks the worker to fetch the compression dictionary for the next pages. */
export const FETCH_DICTIONARY = 'fetch-dictionary'
