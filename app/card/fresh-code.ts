import type { CodeError, CodeResult } from './code-pause'
import { startRefresher } from './code-refresher'

/** The code on the card and when it was made. */
export interface CardCode {
  svg: string
  /** An instant. */
  fetchedAt: string
}

/** The response of `/qr/code`: a code with the user hash of its owner, or the error. */
export type CodeResponse = (CardCode & { owner: string }) | { fault: CodeError }

/** Longer than any response of the server; later the network counts as lost. */
const MAX_WAIT_MS = 10_000

const faults: readonly unknown[] = [
  'unreachable',
  'refused',
  'signIn',
  'profile',
] satisfies CodeError[]
const isFault = (value: unknown): value is CodeError => faults.includes(value)

/**
 * Requests a fresh code. Foreign responses (a proxy's page, a Wi-Fi login) say nothing about the card
 * and count as unreachable.
 */
async function askForCode(): Promise<
  | (CodeResult & { fault: null; code: CardCode; owner: string })
  | (CodeResult & { fault: CodeError })
> {
  const bounded = new AbortController()
  const timer = setTimeout(() => bounded.abort(), MAX_WAIT_MS)
  try {
    const response = await fetch('/qr/code', {
      headers: { Accept: 'application/json' },
      redirect: 'manual',
      signal: bounded.signal,
    })
    const retryAfterMs = Math.max(0, Number(response.headers.get('Retry-After')) * 1000 || 0)
    const body = (await response.json().catch(() => null)) as Partial<
      CardCode & { owner: string; fault: CodeError }
    > | null
    const { svg, fetchedAt, owner, fault } = body ?? {}
    if (response.ok && svg && fetchedAt && owner)
      return { fault: null, code: { svg, fetchedAt }, owner }
    return { fault: isFault(fault) ? fault : 'unreachable', retryAfterMs }
  } catch {
    return { fault: 'unreachable' }
  } finally {
    clearTimeout(timer)
  }
}

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
