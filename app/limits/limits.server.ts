import { createHmac } from 'node:crypto'

import { RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible'

import { getNetworks } from './address-quotas.server'
import { createCounter, type Ask, type Counter } from './counters.server'
import type { Limit, LimitName } from './limit-table.server'
import type { Redis } from '~/shared-state/redis-client.server'

/** A limit, the key that it counts (stores only see a keyed hash), and the points, 1 by default. */
type Claim<Name extends string> = [limit: Name, key: string, points?: number]
/** A claim on one counter, with the factor that multiplies its limit. */
interface Count<Name extends string> {
  name: Name
  points: number
  share: number
  ask<T>(ask: Ask<T>): Promise<T>
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

  /**
   * An address counts for each network that contains it, with larger limits for wider networks. A
   * lifted limit has no counts.
   */
  function getCounts([name, key, points = 1]: Claim<Name>): Count<Name>[] {
    const counter = counters.get(name)
    if (!counter) return []
    const { byAddress } = table[name]
    const keys = byAddress ? getNetworks(key, byAddress.widest) : [{ network: key, share: 1 }]
    return keys.map(({ network, share }) => ({
      name,
      points,
      share,
      ask: (ask) =>
        counter(timeBudget, createHmac('sha256', secret).update(network).digest('base64url'), ask),
    }))
  }

  const askEach = async <T>(claim: Claim<Name>, ask: Ask<T>): Promise<T[]> =>
    Promise.all(getCounts(claim).map((count) => count.ask(ask)))

  const refusal = (limit: Name, ms: number): LimitRefusal<Name> => ({
    isOver: true,
    limit,
    until: new Date(Date.now() + ms),
  })

  /** Takes the points of one count and returns the points left. */
  async function take({ name, points, share, ask }: Count<Name>) {
    const { left, msBeforeNext } = await ask(async (limiter, hash) => {
      const { consumedPoints, msBeforeNext } = await consume(limiter, hash, points)
      return { left: limiter.points * share - consumedPoints, msBeforeNext }
    })
    if (left >= 0) return left
    onOver?.(name)
    return refusal(name, msBeforeNext)
  }

  async function reward(counts: Count<Name>[]): Promise<void> {
    await Promise.all(
      counts.map(({ ask, points }) => ask((limiter, hash) => limiter.reward(hash, points))),
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

    async getRefusal(name, key) {
      // A pause begins with the first refusal.
      const isOver = Number(!table[name].pauseSeconds)
      const waits = getCounts([name, key]).map(({ share, ask }) =>
        ask(async (limiter, hash) => {
          const found = await limiter.get(hash)
          const isReached = found && found.consumedPoints + isOver > limiter.points * share
          return isReached ? found.msBeforeNext : 0
        }),
      )
      const ms = Math.max(0, ...(await Promise.all(waits)))
      return ms > 0 ? refusal(name, ms) : null
    },

    async block(name, key) {
      const { pauseSeconds, seconds } = table[name]
      const pause = pauseSeconds ?? seconds
      await askEach([name, key], (limiter, hash) => limiter.block(hash, pause))
      return refusal(name, pause * 1000)
    },

    async endAfter(name, key, seconds) {
      if (seconds >= table[name].seconds) return
      const whole = Math.max(1, Math.ceil(seconds))
      await askEach([name, key], (limiter, hash) => limiter.set(hash, limiter.points, whole))
    },

    async refund(name, key) {
      await askEach([name, key], async (limiter, hash) => {
        const found = await limiter.get(hash)
        if (found && found.consumedPoints > 0) await limiter.reward(hash)
      })
    },

    async forget(name, key) {
      await askEach([name, key], (limiter, hash) => limiter.delete(hash))
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
