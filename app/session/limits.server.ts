import { createHmac } from 'node:crypto'

import {
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible'

import { TEXT_BUDGET } from '~/lib/text-budget'

import { PREFIX, sharedOrAlone, type Redis } from './redis-store.server'

const MINUTE = 60
const HOUR = 3600
const DAY = 24 * HOUR

/** A count that is given up too soon is a point too many: Redis gets longer than for other things. */
const SLOWEST_COUNT_MS = 1000

interface Limit {
  points: number
  /** The window, which begins with its first point. */
  seconds: number
  /** How long nothing goes on once the points are spent; else until the window's end. */
  pauseSeconds?: number
  /** Counted by address, which many shoppers may share: the operator can raise these. */
  isByAddress?: true
  /** Counted by each container for itself: too frequent to ask Redis about. */
  isLocal?: true
}

/**
 * Every limit of the product. docs/security says why each is what it is; a test keeps the two alike.
 */
export const limitTable = {
  // The code that a text brings. Counts by phone are kept apart for devices that signed in with it.
  codeTries: { points: 5, seconds: HOUR },
  codeWait: { points: 1, seconds: MINUTE },
  codesInTenMinutes: { points: 3, seconds: 10 * MINUTE },
  codesInHour: { points: 5, seconds: HOUR },
  codesInDay: { points: 10, seconds: DAY },
  codesOfDevice: { points: 10, seconds: HOUR },
  codesOfAddressUnasked: { points: 20, seconds: HOUR, isByAddress: true },
  codesOfAddress: { points: 200, seconds: HOUR, isByAddress: true },
  wrongCodes: { points: 10, seconds: DAY, pauseSeconds: 2 * HOUR },
  // Without a pause, which would begin the day anew: three are left of it after the first one.
  wrongCodesInDay: { points: 13, seconds: DAY },
  wrongCodesOfAddress: { points: 60, seconds: HOUR, isByAddress: true },
  // Texts cost money: what the whole shop sends, as the operator sets it.
  textsInMinute: { points: TEXT_BUDGET.inMinute, seconds: MINUTE },
  textsInHour: { points: TEXT_BUDGET.inHour, seconds: HOUR },
  // What a signed-in shopper can have done.
  cardTriesInHour: { points: 3, seconds: HOUR },
  cardTriesInDay: { points: 10, seconds: DAY },
  letters: { points: 3, seconds: HOUR },
  pushEnrolments: { points: 5, seconds: HOUR },
  // Of one browser.
  eventBatches: { points: 60, seconds: MINUTE },
  // What anybody's browser may tell of: a policy that it kept, a script that failed.
  faultReports: { points: 60, seconds: MINUTE, isByAddress: true },
  cspReports: { points: 60, seconds: MINUTE, isByAddress: true },
  // Requests.
  reads: { points: 3000, seconds: MINUTE, isByAddress: true, isLocal: true },
  writes: { points: 600, seconds: MINUTE, isByAddress: true },
  signInsUnasked: { points: 10, seconds: MINUTE, isByAddress: true },
} satisfies Record<string, Limit>

export type LimitName = keyof typeof limitTable
/** Whose point it is: a phone, an address, an id. Stores see only a keyed hash of it. */
type Claim<Name extends string> = [limit: Name, key: string]

export interface Refusal<Name extends string = LimitName> {
  isOver: true
  limit: Name
  /** When it may be tried again. */
  until: Date
}
export interface Taken<Name extends string = LimitName> {
  isOver: false
  /** The points that are left of one of the limits. */
  left(name: Name): number
  /** Gives points back, of these limits or of all: nothing came of what they were taken for. */
  giveBack(...names: Name[]): Promise<void>
}

export interface Limits<Name extends string = LimitName> {
  /**
   * Takes one point of each limit, of all or of none, before the thing itself is done: of any
   * number of parallel requests only so many get theirs.
   */
  take(...claims: Claim<Name>[]): Promise<Taken<Name> | Refusal<Name>>
  /** Whether a limit is over, without taking anything. */
  refusalOf(limit: Name, key: string): Promise<Refusal<Name> | null>
  /** Ends what is left of a limit, for its pause or its window from now. */
  spend(limit: Name, key: string): Promise<Refusal<Name>>
  /** Has a limit's full count end sooner than its window. */
  endAfter(limit: Name, key: string, seconds: number): Promise<void>
}

export interface LimitsOptions<Name extends string> {
  table: Record<Name, Limit>
  /** null: one container, which counts in its memory. */
  redis: Redis | null
  /** Keys the hashes. */
  secret: string
  /** Multiplies the limits by address; 0 lifts them. */
  addressFactor: number
  onOver?: (limit: Name) => void
}

/** Counts in Redis, and in memory while there is none or while it is away or slow. */
export function createLimits<Name extends string>({
  table,
  redis,
  secret,
  addressFactor,
  onOver,
}: LimitsOptions<Name>): Limits<Name> {
  const inForce = (Object.keys(table) as Name[]).filter((name) => pointsOf(name) > 0)
  const limiters = new Map(inForce.map((name) => [name, createLimiters(name)]))

  function pointsOf(name: Name): number {
    const { points, isByAddress } = table[name]
    return isByAddress ? Math.ceil(points * addressFactor) : points
  }

  function createLimiters(name: Name) {
    const { seconds, pauseSeconds, isLocal } = table[name]
    const options = {
      keyPrefix: `${PREFIX}limit:${name}`,
      points: pointsOf(name),
      duration: seconds,
      blockDuration: pauseSeconds ?? 0,
    }
    const alone = new RateLimiterMemory(options)
    if (!redis || isLocal) return { alone, shared: null }
    const shared = new RateLimiterRedis({ ...options, storeClient: redis, useRedisPackage: true })
    return { alone, shared }
  }

  /** Does something with a limit's counter, wherever that is just now; nothing with a lifted one. */
  async function withCounter<T>(
    [name, key]: Claim<Name>,
    ask: (limiter: RateLimiterAbstract, hash: string) => Promise<T>,
  ): Promise<T | null> {
    const known = limiters.get(name)
    if (!known) return null
    const hash = createHmac('sha256', secret).update(key).digest('base64url')
    const { alone, shared } = known
    if (!redis || !shared) return ask(alone, hash)
    return sharedOrAlone(
      redis,
      () => ask(shared, hash),
      () => ask(alone, hash),
      SLOWEST_COUNT_MS,
    )
  }

  const refusal = (limit: Name, ms: number): Refusal<Name> => ({
    isOver: true,
    limit,
    until: new Date(Date.now() + ms),
  })

  /** What is left after taking one point. */
  async function takeOne(claim: Claim<Name>): Promise<number | Refusal<Name>> {
    const [name] = claim
    const count = await withCounter(claim, consume)
    if (!count) return Infinity
    if (count.consumedPoints <= pointsOf(name)) return count.remainingPoints
    onOver?.(name)
    return refusal(name, count.msBeforeNext)
  }

  async function giveBack(claims: Claim<Name>[]): Promise<void> {
    await Promise.all(
      claims.map((claim) => withCounter(claim, (limiter, hash) => limiter.reward(hash))),
    )
  }

  return {
    async take(...claims) {
      const taken: Claim<Name>[] = []
      const left = new Map<Name, number>()
      for (const claim of claims) {
        const result = await takeOne(claim)
        if (typeof result !== 'number') {
          await giveBack(taken)
          return result
        }
        taken.push(claim)
        left.set(claim[0], result)
      }
      return {
        isOver: false,
        left: (name) => left.get(name) ?? Infinity,
        giveBack: (...names) =>
          giveBack(taken.filter(([name]) => names.length === 0 || names.includes(name))),
      }
    },

    async refusalOf(name, key) {
      const count = await withCounter([name, key], (limiter, hash) => limiter.get(hash))
      return count && count.consumedPoints > pointsOf(name)
        ? refusal(name, count.msBeforeNext)
        : null
    },

    async spend(name, key) {
      const { pauseSeconds, seconds } = table[name]
      const pause = pauseSeconds ?? seconds
      await withCounter([name, key], (limiter, hash) => limiter.block(hash, pause))
      return refusal(name, pause * 1000)
    },

    async endAfter(name, key, seconds) {
      if (seconds >= table[name].seconds) return
      const whole = Math.max(1, Math.ceil(seconds))
      await withCounter([name, key], (limiter, hash) => limiter.set(hash, pointsOf(name), whole))
    },
  }
}

/** Counts up; a count that is over the limit is an answer like any other. */
async function consume(limiter: RateLimiterAbstract, hash: string): Promise<RateLimiterRes> {
  try {
    return await limiter.consume(hash)
  } catch (error) {
    if (error instanceof RateLimiterRes) return error
    throw error
  }
}
