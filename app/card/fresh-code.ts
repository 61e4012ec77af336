import { type QrError, type QrResult, startRefresher } from './code-refresher'

/** The code on the card and when it was made. */
export interface CardQr {
  svg: string
  /** An instant. */
  fetchedAt: string
}

/** The response of `/qr/code`: a code with the user hash of its owner, or the error. */
export type QrResponse = (CardQr & { owner: string }) | { error: QrError }

/** Longer than any response of the server; later the network counts as lost. */
const MAX_WAIT_MS = 10_000

const qrErrors: readonly unknown[] = [
  'unreachable',
  'refused',
  'signIn',
  'profile',
] satisfies QrError[]
const isQrError = (value: unknown): value is QrError => qrErrors.includes(value)

/** A fresh code with the user hash of its owner, or the error. */
export type FreshCode = QrResult &
  ({ qrError: null; qr: CardQr; owner: string } | { qrError: QrError })

/**
 * Requests a fresh code. Foreign responses (a proxy's page, a Wi-Fi login) say nothing about the card
 * and count as unreachable.
 */
async function askForCode(): Promise<FreshCode> {
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
      CardQr & { owner: string; error: QrError }
    > | null
    const { svg, fetchedAt, owner, error } = body ?? {}
    if (response.ok && svg && fetchedAt && owner)
      return { qrError: null, qr: { svg, fetchedAt }, owner }
    return { qrError: isQrError(error) ? error : 'unreachable', retryAfterMs }
  } catch {
    return { qrError: 'unreachable' }
  } finally {
    clearTimeout(timer)
  }
}

interface Fresh {
  /** Why the page has no code; null with one. */
  initial: QrError | null
  onAsked(asked: FreshCode): void
}

/**
 * Renews a page's code in time, on return and when the network is back.
 * @returns a function that stops it
 */
export function keepCodeFresh({ initial, onAsked }: Fresh): () => void {
  let isGone = false
  const refresher = startRefresher({
    initial,
    isSeen: () => document.visibilityState === 'visible',
    async ask() {
      const asked = await askForCode()
      if (!isGone) onAsked(asked)
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
