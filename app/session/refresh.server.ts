import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { z } from 'zod'

import { GatewayError } from '~/gateways/gateway-error.server'
import type { Tokens } from '~/gateways/shapes/identity.server'
import type { Span } from '~/platform/span.server'
import { inSpan } from '~/platform/tracing.server'

import type { Sealer } from './seal.server'
import type { SharedStore } from './shared-store.server'
import { datePair, type TokenPair } from './tokens.server'

const OUTCOME_LIFE_MS = 60_000
/** For who comes back with the old cookie because the answer with the new one was lost. */
const SUCCESSOR_LIFE_MS = 3_600_000
/** Of stored pairs that expired, one after the other; an hour has that many of five minutes. */
const MOST_SUCCESSORS = 12
const FAILURE_LIFE_MS = 1_000
const LOCK_LIFE_MS = 10_000
const WAIT_STEP_MS = 40
const LONGEST_WAIT_MS = 9_000
const LONGEST_PAGE_WAIT_MS = 3000
const PURPOSE = 'refresh'

/** The span of whoever asked the gateway; absent: nothing was traced there. */
const by = z.string().max(55).nullish()

const outcomeShape = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('renewed'),
    pair: z.object({ accessToken: z.string(), refreshToken: z.string(), staleAt: z.number() }),
    by,
  }),
  z.object({ kind: z.literal('rejected'), by }),
  z.object({ kind: z.literal('failed'), by }),
])

/**
 * `renewed`: the new pair. `rejected`: the gateway answered 401, the session is over.
 * `failed`: anything else; the session stays and the next request tries again.
 */
export type RefreshOutcome =
  { kind: 'renewed'; pair: TokenPair } | { kind: 'rejected' } | { kind: 'failed' }

/** An outcome with the span that it was made in. */
type StoredOutcome = RefreshOutcome & { by?: string | null | undefined }
/** The source of the result: of another request here, or of another container, or an earlier request. */
type SharedBy = 'request' | 'container'

export interface RefresherOptions {
  store: SharedStore
  sealer: Sealer
  now?: () => number
  /** Hears of each time a new pair was wanted; `shared`: another's result was taken. */
  onOutcome?: (outcome: RefreshOutcome['kind'] | 'shared') => void
}

/** Asks the gateway for the next pair; called at most once per refresh token. */
export type AskGateway = (refreshToken: string) => Promise<Tokens>

/** Stores see no token. */
const keyOf = (refreshToken: string) =>
  createHash('sha256').update(refreshToken).digest('base64url')

/**
 * One refresh per refresh token, whoever asks: parallel loaders and requests share the promise,
 * containers share a lock and the result. The result is stored for 60 s, sealed, so that a request
 * that still carries the old cookie gets the new pair instead of a logout; a new pair is stored for an
 * hour where it may be forgotten. A stored pair that has run out is refreshed in its turn. Nothing here
 * hangs on a visitor's connection: a refresh that began is finished and stored.
 */
export function createRefresher({ store, sealer, now = Date.now, onOutcome }: RefresherOptions) {
  const inFlight = new Map<string, { by: string | null; outcome: Promise<RefreshOutcome> }>()

  function traced(outcome: RefreshOutcome, span: Span): RefreshOutcome {
    onOutcome?.(outcome.kind)
    span.note({ 'april.outcome': outcome.kind })
    return outcome
  }

  function taken(
    { by: other, ...outcome }: StoredOutcome,
    span: Span,
    sharedBy: SharedBy,
  ): RefreshOutcome {
    onOutcome?.('shared')
    span.note({ 'april.outcome': outcome.kind, 'april.shared_by': sharedBy })
    if (other) span.linkTo(other)
    return outcome
  }

  async function recall(kind: 'next' | 'later', key: string): Promise<StoredOutcome | null> {
    const sealed = await store.get(`${kind}:${key}`)
    if (sealed === null) return null
    const parsed = outcomeShape.safeParse(sealer.open(PURPOSE, sealed))
    // Another container has asked: the gateway would take a second time for a theft.
    return parsed.success ? parsed.data : { kind: 'failed' }
  }

  async function remember(key: string, entry: StoredOutcome): Promise<void> {
    const sealed = sealer.seal(PURPOSE, entry)
    const lifeMs = entry.kind === 'failed' ? FAILURE_LIFE_MS : OUTCOME_LIFE_MS
    await Promise.all([
      store.set(`next:${key}`, sealed, lifeMs),
      entry.kind === 'renewed' && store.set(`later:${key}`, sealed, SUCCESSOR_LIFE_MS),
    ])
  }

  async function renew(
    refreshToken: string,
    ask: AskGateway,
    span: Span,
    successors = 0,
  ): Promise<RefreshOutcome> {
    const key = keyOf(refreshToken)
    const owner = randomUUID()
    const started = now()
    for (;;) {
      const stored = await recall('next', key)
      if (stored && !isSpent(stored)) return goOn(stored)
      if (await store.claim(`lock:${key}`, owner, LOCK_LIFE_MS)) break
      if (now() - started > LONGEST_WAIT_MS) return traced({ kind: 'failed' }, span)
      await sleep(WAIT_STEP_MS)
    }
    try {
      // Another container may have finished between our look and our lock.
      const stored = (await recall('next', key)) ?? (await recall('later', key))
      if (stored && !isSpent(stored)) return await goOn(stored)
      const outcome = await exchange(refreshToken, ask)
      await remember(key, { ...outcome, by: span.traceparent })
      return traced(outcome, span)
    } finally {
      await store.release(`lock:${key}`, owner)
    }

    /** An expired pair with the same refresh token is no new result. */
    function isSpent(stored: StoredOutcome): boolean {
      return isStale(stored) && stored.pair.refreshToken === refreshToken
    }

    function goOn(stored: StoredOutcome): RefreshOutcome | Promise<RefreshOutcome> {
      return isStale(stored) && successors < MOST_SUCCESSORS
        ? renew(stored.pair.refreshToken, ask, span, successors + 1)
        : taken(stored, span, 'container')
    }
  }

  function isStale(stored: StoredOutcome): stored is Extract<StoredOutcome, { kind: 'renewed' }> {
    return stored.kind === 'renewed' && stored.pair.staleAt <= now()
  }

  async function exchange(refreshToken: string, ask: AskGateway): Promise<RefreshOutcome> {
    try {
      return { kind: 'renewed', pair: datePair(await ask(refreshToken), now()) }
    } catch (error) {
      const isRejected = error instanceof GatewayError && error.status === 401
      return { kind: isRejected ? 'rejected' : 'failed' }
    }
  }

  return {
    refresh(refreshToken: string, ask: AskGateway): Promise<RefreshOutcome> {
      const key = keyOf(refreshToken)
      return inSpan('refresh', {}, async (span) => {
        const shared = inFlight.get(key)
        if (shared) return taken({ ...(await shared.outcome), by: shared.by }, span, 'request')
        const outcome = renew(refreshToken, ask, span).finally(() => inFlight.delete(key))
        inFlight.set(key, { outcome, by: span.traceparent })
        return outcome
      })
    },
    /** Resolves when no refresh is under way: a container waits for it before it exits. */
    async settle(): Promise<void> {
      await Promise.allSettled([...inFlight.values()].map(({ outcome }) => outcome))
    },
  }
}

export type Refresher = ReturnType<typeof createRefresher>

/**
 * A page does not wait for a slow refresh to its end. It goes on without a token, and the refresh
 * goes on without the page: its result is stored for the next request.
 */
export async function soonEnough(refresh: Promise<RefreshOutcome>): Promise<RefreshOutcome> {
  let timer: NodeJS.Timeout | undefined
  const tooSlow = new Promise<RefreshOutcome>((resolve) => {
    timer = setTimeout(() => resolve({ kind: 'failed' }), LONGEST_PAGE_WAIT_MS)
  })
  try {
    return await Promise.race([refresh, tooSlow])
  } finally {
    clearTimeout(timer)
  }
}
