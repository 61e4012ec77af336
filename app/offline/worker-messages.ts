/** Asks the worker to fetch what pages have in common, so that the next pages come as their differences. */
export const FETCH_DICTIONARY = 'fetch-dictionary'
