/** Id of the template with the page's scripts. */
export const DEFERRED_ID = 'deferred-scripts'

/** What the first script of a page notes for the others. */
export interface PageBeforeScripts {
  /** The document's changes, observed from the end of its body until hydration. */
  foreignChanges?: MutationRecord[]
  stopWatching?: () => void
  /** The browser's install prompt, when it fired before the scripts ran; it fires only once. */
  installPrompt?: Event
}
