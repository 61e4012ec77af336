import { createHmac } from 'node:crypto'

import { RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible'

import { TEXT_BUDGET } from '~/lib/text-budget'

import { networksOf } from './address-networks.server'
import { createCounter, type Counter } from './counters.server'
import type { Redis } from './redis-store.server'

const MINUTE = 60
const HOUR = 3600
const DAY = 24 * HOUR

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
  /** What each container gives while its Redis is away or silent, where several must not give too much together. */
  pointsAlone?: number
}

/** How many texts of a budget are for devices that never signed in: three quarters; 0 stays without a limit. */
export const shareForNewDevices = (budget: number): number => Math.ceil(budget * 0.75)

/**
 * Every limit of the product. docs/security says why each is what it is; a test keeps the two alike.
 */
export const limitTable = {
  // The code that a text brings. Counts by phone are kept apart for devices that signed in with it.
  codeTries: { points: 5, seconds: HOUR, pointsAlone: 2 },
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
  // Of it, what devices that never signed in may use: the rest is reserved for those that have.
  newDeviceTextsInMinute: { points: shareForNewDevices(TEXT_BUDGET.inMinute), seconds: MINUTE },
  newDeviceTextsInHour: { points: shareForNewDevices(TEXT_BUDGET.inHour), seconds: HOUR },
  // What a signed-in shopper can have done.
  cardTriesInHour: { points: 3, seconds: HOUR },
  cardTriesInDay: { points: 10, seconds: DAY },
  // A card's code has three digits: it is guessed from many accounts as from one.
  cardTriesOfCardUnasked: { points: 3, seconds: DAY },
  cardTriesOfCard: { points: 10, seconds: DAY },
  cardTriesOfAddressUnasked: { points: 10, seconds: HOUR, isByAddress: true },
  cardTriesOfAddress: { points: 60, seconds: HOUR, isByAddress: true },
  letters: { points: 3, seconds: HOUR },
  // Of all shoppers together: many accounts must not fill one mailbox.
  lettersOfEmail: { points: 3, seconds: HOUR },
  listRuns: { points: 20, seconds: HOUR },
  passes: { points: 10, seconds: HOUR },
  pushEnrolments: { points: 5, seconds: HOUR },
  dueReminders: { points: 12, seconds: HOUR },
  exports: { points: 10, seconds: HOUR },
  receiptLooks: { points: 40, seconds: 10 * MINUTE },
  calendars: { points: 60, seconds: 10 * MINUTE },
  // Of one browser, whose id is its own to choose, and of all behind an address.
  eventBatches: { points: 60, seconds: MINUTE },
  eventBatchesOfAddress: { points: 300, seconds: MINUTE, isByAddress: true },
  // What anybody's browser may tell of: a policy that it kept, a script that failed.
  faultReports: { points: 60, seconds: MINUTE, isByAddress: true },
  cspReports: { points: 60, seconds: MINUTE, isByAddress: true },
  reads: { points: 3000, seconds: MINUTE, isByAddress: true, isLocal: true },
  writes: { points: 600, seconds: MINUTE, isByAddress: true },
  signInsUnasked: { points: 10, seconds: MINUTE, isByAddress: true },
} satisfies Record<string, Limit>

/** The limits with the budget of texts that an operator has set; 0 lifts one. */
export function withTextBudget(inMinute: number, inHour: number): Record<LimitName, Limit> {
  return {
    ...limitTable,
    textsInMinute: { points: inMinute, seconds: MINUTE },
    textsInHour: { points: inHour, seconds: HOUR },
    newDeviceTextsInMinute: { points: shareForNewDevices(inMinute), seconds: MINUTE },
    newDeviceTextsInHour: { points: shareForNewDevices(inHour), seconds: HOUR },
  }
}

export type LimitName = keyof typeof limitTable
/** Whose point it is: a phone, an address, an id. Stores see only a keyed hash of it. */
type Claim<Name extends string> = [limit: Name, key: string]
/** A claim on one counter, which may be taken so many times as often as the limit says. */
type Count<Name extends string> = [...claim: Claim<Name>, share: number]

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
  /** The same as a part of all its points, from 0 to 1; Infinity where it is lifted. */
  leftShare(name: Name): number
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
  /** Forgets what was counted: the reason to count it is gone. */
  forget(limit: Name, key: string): Promise<void>
  /**
   * The same limits for one visit, whose counts together wait so long for a Redis that hangs, in
   * ms; then this process counts alone.
   */
  within(ms: number): Limits<Name>
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
export function createLimits<Name extends string>(options: LimitsOptions<Name>): Limits<Name> {
  const { table, redis } = options
  const inForce = (Object.keys(table) as Name[]).filter((name) => pointsOf(options, name) > 0)
  const counters = inForce.map((name): [Name, Counter] => {
    const { seconds: duration, pauseSeconds: blockDuration = 0, isLocal, pointsAlone } = table[name]
    const points = pointsOf(options, name)
    const counted = { keyPrefix: name, points, duration, blockDuration }
    return [name, createCounter(counted, isLocal ? null : redis, pointsAlone)]
  })
  return limitsOfVisit(options, new Map(counters), Infinity)
}

function pointsOf<Name extends string>(
  { table, addressFactor }: LimitsOptions<Name>,
  name: Name,
): number {
  const { points, isByAddress } = table[name]
  return isByAddress ? Math.ceil(points * addressFactor) : points
}

function limitsOfVisit<Name extends string>(
  options: LimitsOptions<Name>,
  counters: ReadonlyMap<Name, Counter>,
  waitMs: number,
): Limits<Name> {
  const { table, secret, onOver } = options
  const patience = { leftMs: waitMs }

  /** An address counts for the networks that it is in, each with a larger limit. */
  function countsOf([name, key]: Claim<Name>): Count<Name>[] {
    if (!table[name].isByAddress) return [[name, key, 1]]
    return networksOf(key).map(({ network, share }) => [name, network, share])
  }

  /** Does something with a limit's counter, wherever that is just now; nothing with a lifted one. */
  async function withCounter<T>(
    [name, key]: Claim<Name> | Count<Name>,
    ask: (limiter: RateLimiterAbstract, hash: string) => Promise<T>,
  ): Promise<T | null> {
    const count = counters.get(name)
    if (!count) return null
    const hash = createHmac('sha256', secret).update(key).digest('base64url')
    return count(patience, hash, ask)
  }

  const refusal = (limit: Name, ms: number): Refusal<Name> => ({
    isOver: true,
    limit,
    until: new Date(Date.now() + ms),
  })

  /** What is left after taking one point. */
  async function takeOne(count: Count<Name>): Promise<number | Refusal<Name>> {
    const [name, , share] = count
    const counted = await withCounter(count, async (limiter, hash) => {
      const { consumedPoints, msBeforeNext } = await consume(limiter, hash)
      return { left: limiter.points * share - consumedPoints, msBeforeNext }
    })
    if (!counted) return Infinity
    if (counted.left >= 0) return counted.left
    onOver?.(name)
    return refusal(name, counted.msBeforeNext)
  }

  async function giveBack(counts: Count<Name>[]): Promise<void> {
    await Promise.all(
      counts.map((count) => withCounter(count, (limiter, hash) => limiter.reward(hash))),
    )
  }

  return {
    async take(...claims) {
      const taken: Count<Name>[] = []
      const left = new Map<Name, number>()
      for (const count of claims.flatMap(countsOf)) {
        const [name] = count
        const result = await takeOne(count)
        if (typeof result !== 'number') {
          await giveBack(taken)
          return result
        }
        taken.push(count)
        left.set(name, Math.min(result, left.get(name) ?? Infinity))
      }
      return {
        isOver: false,
        left: (name) => left.get(name) ?? Infinity,
        leftShare: (name) => (left.get(name) ?? Infinity) / pointsOf(options, name),
        giveBack: (...names) =>
          giveBack(taken.filter(([name]) => names.length === 0 || names.includes(name))),
      }
    },

    async refusalOf(name, key) {
      const over = await withCounter([name, key], async (limiter, hash) => {
        const count = await limiter.get(hash)
        return count && count.consumedPoints > limiter.points ? count : null
      })
      return over && refusal(name, over.msBeforeNext)
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
      await withCounter([name, key], (limiter, hash) => limiter.set(hash, limiter.points, whole))
    },

    async forget(name, key) {
      await withCounter([name, key], (limiter, hash) => limiter.delete(hash))
    },

    within: (ms) => limitsOfVisit(options, counters, ms),
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
