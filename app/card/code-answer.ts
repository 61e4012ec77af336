import type { CodeResult, CodeError } from './code-refresher'

/** The code on the card and when it was made. */
export interface CardCode {
  svg: string
  /** An instant. */
  fetchedAt: string
}

/** The answer of `/qr/code`: a code with the user hash of its owner, or the error. */
export type CodeAnswer = (CardCode & { owner: string }) | { fault: CodeError }

/** Longer than any answer of the server; later the network counts as lost. */
const MAX_WAIT_MS = 10_000

const faults: readonly unknown[] = [
  'unreachable',
  'refused',
  'signIn',
  'profile',
] satisfies CodeError[]
const isFault = (value: unknown): value is CodeError => faults.includes(value)

/**
 * Requests a fresh code. Foreign answers (a proxy's page, a Wi-Fi login) say nothing about the card
 * and count as unreachable.
 */
export async function askForCode(): Promise<
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
