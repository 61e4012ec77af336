import { askForCode, type CardCode } from './code-answer'
import { startRefresher, type CodeError } from './code-refresher'

interface Fresh {
  /** The user hash of the page's owner. */
  owner: string
  /** Why the page has no code; null with one. */
  initial: CodeError | null
  /** Called with a new code, or with the error. */
  onAsked(code: CardCode | null, fault: CodeError | null): void
}

/**
 * Renews a page's code in time, on return and when the network is back.
 * @returns a function that stops it
 */
export function keepCodeFresh({ owner, initial, onAsked }: Fresh): () => void {
  let isGone = false
  const refresher = startRefresher({
    initial,
    isSeen: () => document.visibilityState === 'visible',
    async ask() {
      const asked = await askForCode()
      if (isGone) return asked
      // Another shopper has signed in in another tab, so the page reloads.
      if (asked.fault === null && asked.owner !== owner) location.reload()
      else onAsked(asked.fault === null ? asked.code : null, asked.fault)
      return asked
    },
  })
  document.addEventListener('visibilitychange', refresher.onReturn)
  window.addEventListener('online', refresher.onReconnect)
  return () => {
    isGone = true
    refresher.stop()
    document.removeEventListener('visibilitychange', refresher.onReturn)
    window.removeEventListener('online', refresher.onReconnect)
  }
}
