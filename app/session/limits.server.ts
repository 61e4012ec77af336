import { createHmac } from 'node:crypto'

import { RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible'

import { getNetworks } from './address-quotas.server'
import { createCounter, type Counter } from './counters.server'
import type { Limit, LimitName } from './limit-table.server'
import type { Redis } from './redis-client.server'

/** A limit, the key that it counts (stores only see a keyed hash), and the points, 1 by default. */
type Claim<Name extends string> = [limit: Name, key: string, points?: number]
/** A claim on one counter, with the factor that multiplies its limit. */
interface Count<Name extends string> {
  name: Name
  key: string
  points: number
  share: number
}

export interface LimitRefusal<Name extends string = LimitName> {
  isOver: true
  limit: Name
  /** When the next attempt is possible. */
  until: Date
}
export interface Consumed<Name extends string = LimitName> {
  isOver: false
  /** Points left of one of the limits. */
  left(name: Name): number
  /** Points left as a fraction from 0 to 1; Infinity for a lifted limit. */
  leftShare(name: Name): number
  /** Returns the points of these limits, or of all when none is named: the work did not happen. */
  reward(...names: Name[]): Promise<void>
}

export interface Limits<Name extends string = LimitName> {
  /**
   * Takes the points of each limit, or of none, before the work starts. So parallel requests cannot
   * exceed a limit.
   */
  consume(...claims: Claim<Name>[]): Promise<Consumed<Name> | LimitRefusal<Name>>
  /** Returns the refusal of a limit without points left, without taking one. */
  getRefusal(limit: Name, key: string): Promise<LimitRefusal<Name> | null>
  /** Blocks the key for the limit's pause, or for its window from now. */
  block(limit: Name, key: string): Promise<LimitRefusal<Name>>
  /** Shortens the window of a key without points left. */
  endAfter(limit: Name, key: string, seconds: number): Promise<void>
  /** Returns one point of an earlier request, if one is taken. */
  refund(limit: Name, key: string): Promise<void>
  /** Deletes the count, because the reason for counting is gone. */
  forget(limit: Name, key: string): Promise<void>
  /**
   * The same limits for one request, with a shared time budget for a slow Redis, in milliseconds.
   * When it is used up, this process counts locally.
   */
  within(ms: number): Limits<Name>
}

interface LimitsOptions<Name extends string> {
  table: Record<Name, Limit>
  /** null: a single container, which counts in memory. */
  redis: Redis | null
  /** The key of the hashes. */
  secret: string
  /** Multiplies the limits by address; 0 lifts them. */
  addressFactor: number
  onOver?: (limit: Name) => void
}

/** Counts in Redis, or in local memory while Redis is absent, down or slow. */
export function createLimits<Name extends string>(options: LimitsOptions<Name>): Limits<Name> {
  const { table, redis } = options
  const inForce = (Object.keys(table) as Name[]).filter((name) => getPoints(options, name) > 0)
  const counters = inForce.map((name): [Name, Counter] => {
    const { seconds: duration, pauseSeconds: blockDuration = 0, isLocal, localPoints } = table[name]
    const points = getPoints(options, name)
    const counted = { keyPrefix: name, points, duration, blockDuration }
    return [name, createCounter(counted, isLocal ? null : redis, localPoints)]
  })
  return limitsOfVisit(options, new Map(counters), Infinity)
}

function getPoints<Name extends string>(
  { table, addressFactor }: LimitsOptions<Name>,
  name: Name,
): number {
  const { points, byAddress } = table[name]
  return byAddress ? Math.ceil(points * addressFactor) : points
}

function limitsOfVisit<Name extends string>(
  options: LimitsOptions<Name>,
  counters: ReadonlyMap<Name, Counter>,
  waitMs: number,
): Limits<Name> {
  const { table, secret, onOver } = options
  const timeBudget = { leftMs: waitMs }

  /** An address counts for each network that contains it, with larger limits for wider networks. */
  function getCounts([name, key, points = 1]: Claim<Name>): Count<Name>[] {
    const { byAddress } = table[name]
    if (!byAddress) return [{ name, key, points, share: 1 }]
    return getNetworks(key, byAddress.widest).map(({ network, share }) => ({
      name,
      key: network,
      points,
      share,
    }))
  }

  /** Runs a function with the limit's counter; skips lifted limits. */
  async function withCounter<T>(
    { name, key }: Pick<Count<Name>, 'name' | 'key'>,
    ask: (limiter: RateLimiterAbstract, hash: string) => Promise<T>,
  ): Promise<T | null> {
    const count = counters.get(name)
    if (!count) return null
    const hash = createHmac('sha256', secret).update(key).digest('base64url')
    return count(timeBudget, hash, ask)
  }

  const refusal = (limit: Name, ms: number): LimitRefusal<Name> => ({
    isOver: true,
    limit,
    until: new Date(Date.now() + ms),
  })

  /** Takes the points of one count and returns the points left. */
  async function take(count: Count<Name>): Promise<number | LimitRefusal<Name>> {
    const { name, points, share } = count
    const counted = await withCounter(count, async (limiter, hash) => {
      const { consumedPoints, msBeforeNext } = await consume(limiter, hash, points)
      return { left: limiter.points * share - consumedPoints, msBeforeNext }
    })
    if (!counted) return Infinity
    if (counted.left >= 0) return counted.left
    onOver?.(name)
    return refusal(name, counted.msBeforeNext)
  }

  async function reward(counts: Count<Name>[]): Promise<void> {
    await Promise.all(
      counts.map((count) =>
        withCounter(count, (limiter, hash) => limiter.reward(hash, count.points)),
      ),
    )
  }

  return {
    async consume(...claims) {
      const taken: Count<Name>[] = []
      const left = new Map<Name, number>()
      for (const count of claims.flatMap(getCounts)) {
        const { name } = count
        const result = await take(count)
        if (typeof result !== 'number') {
          // The library has counted the refused points, too. A pause stays.
          if (!table[name].pauseSeconds) taken.push(count)
          await reward(taken)
          return result
        }
        taken.push(count)
        left.set(name, Math.min(result, left.get(name) ?? Infinity))
      }
      return {
        isOver: false,
        left: (name) => left.get(name) ?? Infinity,
        leftShare: (name) => (left.get(name) ?? Infinity) / getPoints(options, name),
        reward: (...names) =>
          reward(taken.filter(({ name }) => names.length === 0 || names.includes(name))),
      }
    },

    async getRefusal(...claim) {
      const waits = getCounts(claim).map((count) =>
        withCounter(count, async (limiter, hash) => {
          const found = await limiter.get(hash)
          // A pause begins with the first refusal.
          const isOver = Number(!table[claim[0]].pauseSeconds)
          return found && found.consumedPoints + isOver > limiter.points * count.share
            ? found.msBeforeNext
            : 0
        }),
      )
      const ms = Math.max(...(await Promise.all(waits)).map(Number))
      return ms > 0 ? refusal(claim[0], ms) : null
    },

    async block(name, key) {
      const { pauseSeconds, seconds } = table[name]
      const pause = pauseSeconds ?? seconds
      await withCounter({ name, key }, (limiter, hash) => limiter.block(hash, pause))
      return refusal(name, pause * 1000)
    },

    async endAfter(name, key, seconds) {
      if (seconds >= table[name].seconds) return
      const whole = Math.max(1, Math.ceil(seconds))
      await withCounter({ name, key }, (limiter, hash) => limiter.set(hash, limiter.points, whole))
    },

    async refund(...claim) {
      const given = getCounts(claim).map((count) =>
        withCounter(count, async (limiter, hash) => {
          const found = await limiter.get(hash)
          if (found && found.consumedPoints > 0) await limiter.reward(hash)
        }),
      )
      await Promise.all(given)
    },

    async forget(name, key) {
      await withCounter({ name, key }, (limiter, hash) => limiter.delete(hash))
    },

    within: (ms) => limitsOfVisit(options, counters, ms),
  }
}

/** Takes points. The library rejects when a limit is exceeded; here that is a normal result. */
async function consume(
  limiter: RateLimiterAbstract,
  hash: string,
  points: number,
): Promise<RateLimiterRes> {
  try {
    return await limiter.consume(hash, points)
  } catch (error) {
    if (error instanceof RateLimiterRes) return error
    throw error
  }
}
