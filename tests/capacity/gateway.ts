import { BUDGET_MS } from '../../app/gateways/load-blocks.server'
import type { Breaker } from '../../app/gateways/breaker.server'
import type { Day, Span } from './day'
import type { Rules } from './rules'

/** Time of a call in milliseconds. */
export const USUAL_CALL_MS = 60
const SLOW_CALL_MS = 900
/** Share of failing calls while a gateway is flaky. */
const FLAKY_SHARE = 0.4
/** A gateway with a longer queue responds with 503 at once. */
const LONGEST_QUEUE_MS = 1500
/** Capacity of gateways as a multiple of the worst minute. */
const RESERVE = 1.5
/** Calls that represent all for the breaker. */
const SAMPLE = 5
/** How long after a failure the breaker watches calls. */
const WATCHED_MS = 30_000

interface GatewayOptions {
  day: Day
  rules: Rules
  /** Calls a second in the worst minute. */
  callsPerSecond: number
  now(): number
  random(): number
  /** Receives the number of calls that reach the gateway. */
  onCalls(count: number): void
}

/** Both gateways as one queue, behind the containers' own breakers and retries. */
export function createGateway({ day, rules, now, random, onCalls, ...options }: GatewayOptions) {
  const perMs = (RESERVE * options.callsPerSecond) / 1000
  let freeAt = 0
  let watchedUntil = 0

  const isIn = (span: Span | undefined) =>
    span !== undefined && now() >= span.fromMs && now() < span.toMs

  function call(count: number): { ms: number; failing: number } {
    onCalls(count)
    if (isIn(day.gatewayDown)) return { ms: 5, failing: 1 }
    const queueMs = Math.max(0, freeAt - now())
    if (queueMs > LONGEST_QUEUE_MS) return { ms: 5, failing: 1 }
    freeAt = Math.max(now(), freeAt) + count / perMs
    const usualMs = isIn(day.gatewaySlow) ? SLOW_CALL_MS : USUAL_CALL_MS
    const failing = isIn(day.gatewayFlaky) ? FLAKY_SHARE : 0
    return { ms: usualMs * (0.8 + 0.4 * random()) + queueMs, failing }
  }

  return {
    /** Makes the calls of a container's pages; returns their time and the share without some data. */
    load(breaker: Breaker, count: number): { ms: number; lacking: number } {
      // The breaker is asked only while some calls fail.
      const sample = now() < watchedUntil ? SAMPLE : 0
      const settles = Array.from({ length: sample }, () => breaker.enter('calls', String(random())))
      const allowed = sample === 0 ? 1 : settles.filter(Boolean).length / sample
      const first = call(count * allowed)
      const repeated = Math.min(first.failing, rules.retryShare)
      const again = call(count * allowed * repeated)
      const failing = first.failing - repeated * (1 - again.failing)
      if (first.failing > 0) watchedUntil = now() + WATCHED_MS
      for (const [index, settle] of settles.entries())
        settle?.((index + 0.5) / sample < first.failing ? 'failure' : 'success')
      const ms = Math.min(first.ms, BUDGET_MS.critical)
      return { ms, lacking: first.ms > BUDGET_MS.optional ? 1 : 1 - allowed + allowed * failing }
    },
  }
}
