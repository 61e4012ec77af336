/** Asks the worker to fetch the compression dictionary for the next pages. */
export const FETCH_DICTIONARY = 'fetch-dictionary'
/** Asks a page for its state, through the message's port. */
export const READ_STATE = 'read-state'

export interface WindowState {
  url: string
  /** True when leaving the page would lose a half-filled form. */
  hasTypedText: boolean
}
