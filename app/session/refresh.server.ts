import { createHash } from 'node:crypto'

import { LRUCache } from 'lru-cache'
import { z } from 'zod'

import { withTimeout } from '~/lib/with-timeout'
import { GatewayError } from '~/gateways/gateway-error.server'
import type { Tokens } from '~/gateways/schemas/identity.server'
import { inSpan, readTraceparent, getTraceparent, type Span } from '~/platform/tracing.server'

import { exclusive } from '~/shared-state/exclusive.server'
import type { Sealer } from './seal.server'
import type { SharedStore } from '~/shared-state/shared-store.server'
import { datePair, type TokenPair } from './tokens.server'

const OUTCOME_LIFE_MS = 60_000
/** For browsers that return with the old cookie because the response with the new one was lost. */
const SUCCESSOR_LIFE_MS = 3_600_000
/** Limit of expired pairs followed in sequence: one hour of five-minute tokens. */
const MAX_SUCCESSORS = 12
const FAILURE_LIFE_MS = 1_000
/** Limit of remembered refresh tokens that the gateway refused while containers were divided. */
const MAX_DOUBTS = 5000
const LOCK_LIFE_MS = 10_000
const MAX_WAIT_MS = 9_000
const MAX_PAGE_WAIT_MS = 3000
const PURPOSE = 'refresh'

/** The span that called the gateway; absent without tracing. */
const by = z.string().max(55).nullish()

const outcomeSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('renewed'),
    pair: z.object({ accessToken: z.string(), refreshToken: z.string(), staleAt: z.number() }),
    by,
  }),
  z.object({ kind: z.literal('rejected'), by }),
  z.object({ kind: z.literal('failed'), by }),
])

/**
 * `renewed`: the new pair. `rejected`: the gateway answered 401, so the session ends. `failed`: any
 * other error; the session stays and the next request tries again.
 */
type RefreshOutcome =
  { kind: 'renewed'; pair: TokenPair } | { kind: 'rejected' } | { kind: 'failed' }

/** An outcome with the span that produced it. */
type StoredOutcome = RefreshOutcome & { by?: string | null | undefined }
/** The source of a shared result: another request here, or another container. */
type SharedBy = 'request' | 'container'

interface RefresherOptions {
  store: SharedStore
  sealer: Sealer
  now?: () => number
  /** Called for each requested refresh; `shared` means that an existing result was used. */
  onOutcome?: (outcome: RefreshOutcome['kind'] | 'shared') => void
}

/** Asks the gateway for the next pair; called at most once per refresh token. */
export type AskGateway = (refreshToken: string) => Promise<Tokens>

/** A hash, so that the store sees no token. */
const getKey = (refreshToken: string) =>
  createHash('sha256').update(refreshToken).digest('base64url')

/**
 * Refreshes each token once. Parallel requests share one promise; containers share a lock and the
 * result. The sealed result stays for 60 s, so that a request with the old cookie gets the new
 * pair. The cache keeps the new pair for an hour. An expired stored pair is refreshed as well. A
 * refresh always finishes, even when its visitor disconnects.
 */
export function createRefresher({ store, sealer, now = Date.now, onOutcome }: RefresherOptions) {
  const doubts = new LRUCache<string, number>({ max: MAX_DOUBTS })
  const inFlight = new Map<string, { by: string | null; outcome: Promise<RefreshOutcome> }>()

  function traced(outcome: RefreshOutcome, span: Span): RefreshOutcome {
    onOutcome?.(outcome.kind)
    span.setAttribute('april.outcome', outcome.kind)
    return outcome
  }

  function taken(
    { by: other, ...outcome }: StoredOutcome,
    span: Span,
    sharedBy: SharedBy,
  ): RefreshOutcome {
    onOutcome?.('shared')
    span.setAttributes({ 'april.outcome': outcome.kind, 'april.shared_by': sharedBy })
    if (other) span.addLink({ context: readTraceparent(other) })
    return outcome
  }

  /** The stored result of this token; an expired pair with the same refresh token is none. */
  async function recall(refreshToken: string): Promise<StoredOutcome | null> {
    const key = getKey(refreshToken)
    const sealed = (await store.get(`next:${key}`)) ?? (await store.get(`later:${key}`))
    if (sealed === null) return null
    const { data } = outcomeSchema.safeParse(sealer.open(PURPOSE, sealed))
    // Another container has asked already; the gateway would treat a second call as theft.
    if (!data) return { kind: 'failed' }
    return isStale(data) && data.pair.refreshToken === refreshToken ? null : data
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
    const key = getKey(refreshToken)
    const find = async () => {
      const stored = await recall(refreshToken)
      return stored && { stored, isOwn: false }
    }
    const own = (stored: StoredOutcome) => ({ stored, isOwn: true })
    const terms = { lifeMs: LOCK_LIFE_MS, maxWaitMs: MAX_WAIT_MS, existing: find }
    const result = await exclusive(store, `lock:${key}`, terms, async () => {
      const found = await find()
      if (found) return found
      const outcome = await exchange(refreshToken, ask)
      if (outcome.kind === 'rejected' && isDoubtful(key))
        return (await find()) ?? own({ kind: 'failed' })
      await remember(key, { ...outcome, by: getTraceparent(span) })
      return own(outcome)
    })
    const { stored, isOwn } = result ?? own({ kind: 'failed' })
    if (isOwn) return traced(stored, span)
    return isStale(stored) && successors < MAX_SUCCESSORS
      ? renew(stored.pair.refreshToken, ask, span, successors + 1)
      : taken(stored, span, 'container')
  }

  function isStale(stored: StoredOutcome): stored is Extract<StoredOutcome, { kind: 'renewed' }> {
    return stored.kind === 'renewed' && stored.pair.staleAt <= now()
  }

  /**
   * While containers could not reach each other, another one may have refreshed the token: its result will
   * arrive, or the browser already has it. A refusal that lasts longer is final.
   */
  function isDoubtful(key: string): boolean {
    if (!store.wasDivided(OUTCOME_LIFE_MS)) return false
    const since = doubts.get(key) ?? now()
    doubts.set(key, since)
    return now() - since < OUTCOME_LIFE_MS
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
      const key = getKey(refreshToken)
      return inSpan('refresh', {}, async (span) => {
        const shared = inFlight.get(key)
        if (shared) return taken({ ...(await shared.outcome), by: shared.by }, span, 'request')
        const outcome = renew(refreshToken, ask, span).finally(() => inFlight.delete(key))
        inFlight.set(key, { outcome, by: getTraceparent(span) })
        return outcome
      })
    },
    /** Resolves when no refresh is running; a container waits for it before exit. */
    async settle(): Promise<void> {
      await Promise.allSettled([...inFlight.values()].map(({ outcome }) => outcome))
    },
  }
}

export type Refresher = ReturnType<typeof createRefresher>

/**
 * Limits the time that a page waits for a refresh. The page then continues without a token; the
 * refresh continues, and its result is stored for the next request.
 */
export async function withinPageBudget(refresh: Promise<RefreshOutcome>): Promise<RefreshOutcome> {
  return withTimeout(
    () => refresh,
    MAX_PAGE_WAIT_MS,
    () => ({ kind: 'failed' }),
  )
}
