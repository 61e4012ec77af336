import { createHmac } from 'node:crypto'

import { RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible'

import { TEXT_BUDGET } from '~/lib/text-budget'

import { networksOf } from './address-networks.server'
import { createCounter, type Counter } from './counters.server'
import type { Redis } from './redis-client.server'

const MINUTE = 60
const HOUR = 3600
const DAY = 24 * HOUR

interface Limit {
  points: number
  /** The window in seconds; it starts with the first point. */
  seconds: number
  /** The block in seconds after the last point; by default until the window ends. */
  pauseSeconds?: number
  /** Counted by address, which many shoppers may share. Operators can raise these limits. */
  isByAddress?: true
  /** Counted in each container's memory: too frequent for Redis. */
  isLocal?: true
  /**
   * The limit in each container while Redis is down, where all containers together must not exceed
   * it.
   */
  localPoints?: number
}

/**
 * Texts that devices without an earlier sign-in may use: three quarters of the budget. 0 means no
 * limit.
 */
export const shareForNewDevices = (budget: number): number => Math.ceil(budget * 0.75)

/** A limit with its row in docs/security.md. */
interface DeclaredLimit extends Limit {
  /** The key that the limit counts. */
  of: string
  /** What a visitor sees when the limit is reached. */
  whenOver: string
}

const PAUSE_SCREEN = 'the pause screen'
const CAPTCHA_PER_TEXT = 'a captcha before each text; nothing without a provider'
const CODES_LATER = 'a screen that says that codes are sent later'
const TEXT_AT_FORM = 'text with the time, at the form (429)'
const CAPTCHA_PER_TRY = 'a captcha before each try; nothing without a provider'
const NOTICE = 'a notice, after the redirect'
const BARE_429 = '429'
const NOTICE_WITH_TIME = 'a notice with the time, after the redirect'
const PAGE_429 = 'a page with 429'

/**
 * Every limit of the product; `npm run docs` writes the table of docs/security.md from this one.
 */
export const limitTable = {
  // Limits of codes in text messages. A device that has confirmed a phone has separate counts for that phone.
  codeTries: {
    points: 5,
    seconds: HOUR,
    localPoints: 2,
    of: 'one sent code',
    whenOver: 'another code has to be asked for (429)',
  },
  codeWait: {
    points: 1,
    seconds: MINUTE,
    of: 'a phone',
    whenOver: 'the pause screen; ends with the code, or with a right one',
  },
  codesInTenMinutes: { points: 3, seconds: 10 * MINUTE, of: 'a phone', whenOver: PAUSE_SCREEN },
  codesInHour: { points: 5, seconds: HOUR, of: 'a phone', whenOver: PAUSE_SCREEN },
  codesInDay: { points: 10, seconds: DAY, of: 'a phone', whenOver: PAUSE_SCREEN },
  codesOfDevice: { points: 10, seconds: HOUR, of: 'a browser', whenOver: PAUSE_SCREEN },
  codesOfAddressUnasked: {
    points: 20,
    seconds: HOUR,
    isByAddress: true,
    of: 'an address',
    whenOver: CAPTCHA_PER_TEXT,
  },
  codesOfAddress: {
    points: 200,
    seconds: HOUR,
    isByAddress: true,
    of: 'an address',
    whenOver: PAUSE_SCREEN,
  },
  wrongCodes: {
    points: 10,
    seconds: DAY,
    pauseSeconds: 2 * HOUR,
    of: 'a phone',
    whenOver: 'the pause screen for two hours, texts and checks alike',
  },
  // This limit is never blocked, because a block would restart the day. After the first block by `wrongCodes`
  // three tries are left.
  wrongCodesInDay: {
    points: 13,
    seconds: DAY,
    of: 'a phone',
    whenOver: 'the pause screen until the day is over',
  },
  wrongCodesOfAddress: {
    points: 60,
    seconds: HOUR,
    isByAddress: true,
    of: 'an address',
    whenOver: PAUSE_SCREEN,
  },
  // Texts cost money: the budget of the whole shop, which the operator sets.
  textsInMinute: {
    points: TEXT_BUDGET.inMinute,
    seconds: MINUTE,
    of: 'the whole shop',
    whenOver: CODES_LATER,
  },
  textsInHour: {
    points: TEXT_BUDGET.inHour,
    seconds: HOUR,
    of: 'the whole shop',
    whenOver: CODES_LATER,
  },
  // The part of the budget for devices without an earlier sign-in; the rest is reserved for others.
  newDeviceTextsInMinute: {
    points: shareForNewDevices(TEXT_BUDGET.inMinute),
    seconds: MINUTE,
    of: 'all devices that never signed in',
    whenOver: CODES_LATER,
  },
  newDeviceTextsInHour: {
    points: shareForNewDevices(TEXT_BUDGET.inHour),
    seconds: HOUR,
    of: 'all devices that never signed in',
    whenOver: CODES_LATER,
  },
  // Limits of a signed-in shopper.
  cardTriesInHour: { points: 3, seconds: HOUR, of: 'a shopper', whenOver: TEXT_AT_FORM },
  cardTriesInDay: { points: 10, seconds: DAY, of: 'a shopper', whenOver: TEXT_AT_FORM },
  // A card's code has three digits, so guesses from several accounts count together.
  cardTriesOfCardUnasked: {
    points: 3,
    seconds: DAY,
    of: 'a plastic card',
    whenOver: CAPTCHA_PER_TRY,
  },
  cardTriesOfCard: { points: 10, seconds: DAY, of: 'a plastic card', whenOver: TEXT_AT_FORM },
  cardTriesOfAddressUnasked: {
    points: 10,
    seconds: HOUR,
    isByAddress: true,
    of: 'an address',
    whenOver: CAPTCHA_PER_TRY,
  },
  cardTriesOfAddress: {
    points: 60,
    seconds: HOUR,
    isByAddress: true,
    of: 'an address',
    whenOver: TEXT_AT_FORM,
  },
  letters: { points: 3, seconds: HOUR, of: 'a shopper', whenOver: NOTICE },
  // Counts all shoppers together, because several accounts could flood one mailbox.
  lettersOfEmail: { points: 3, seconds: HOUR, of: 'a mailbox', whenOver: NOTICE },
  listRuns: { points: 20, seconds: HOUR, of: 'a shopper', whenOver: NOTICE },
  passes: { points: 10, seconds: HOUR, of: 'a shopper', whenOver: NOTICE },
  pushEnrolments: { points: 5, seconds: HOUR, of: 'a shopper', whenOver: BARE_429 },
  dueReminders: { points: 12, seconds: HOUR, of: 'a shopper', whenOver: BARE_429 },
  exports: { points: 10, seconds: HOUR, of: 'a shopper', whenOver: NOTICE_WITH_TIME },
  receiptLooks: {
    points: 40,
    seconds: 10 * MINUTE,
    of: 'a shopper',
    whenOver: 'receipts are not read, and the screen says so',
  },
  calendars: { points: 60, seconds: 10 * MINUTE, of: 'a shopper', whenOver: NOTICE_WITH_TIME },
  // Counts a browser, which chooses its own id, and its address.
  eventBatches: { points: 60, seconds: MINUTE, of: 'a browser', whenOver: BARE_429 },
  eventBatchesOfAddress: {
    points: 300,
    seconds: MINUTE,
    isByAddress: true,
    of: 'an address',
    whenOver: BARE_429,
  },
  // Reports that any browser may send: violated policies and script errors.
  faultReports: {
    points: 60,
    seconds: MINUTE,
    isByAddress: true,
    of: 'an address',
    whenOver: BARE_429,
  },
  cspReports: {
    points: 60,
    seconds: MINUTE,
    isByAddress: true,
    of: 'an address',
    whenOver: BARE_429,
  },
  reads: {
    points: 3000,
    seconds: MINUTE,
    isByAddress: true,
    isLocal: true,
    of: 'an address, a process',
    whenOver: PAGE_429,
  },
  writes: { points: 600, seconds: MINUTE, isByAddress: true, of: 'an address', whenOver: PAGE_429 },
  signInsUnasked: {
    points: 10,
    seconds: MINUTE,
    isByAddress: true,
    of: 'an address',
    whenOver: CAPTCHA_PER_TEXT,
  },
} satisfies Record<string, DeclaredLimit>

/** All limits, with the operator's budget of texts; 0 lifts a budget. */
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
/** A limit and the key that it counts: a phone, an address, an id. Stores only see a keyed hash. */
type Claim<Name extends string> = [limit: Name, key: string]
/** A claim on one counter, with the factor that multiplies its limit. */
type Count<Name extends string> = [...claim: Claim<Name>, share: number]

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
  /** Gives back the points of these limits, or of all when none is named: the work did not happen. */
  reward(...names: Name[]): Promise<void>
}

export interface Limits<Name extends string = LimitName> {
  /**
   * Takes one point of each limit, or of none, before the work starts. So parallel requests cannot
   * exceed a limit.
   */
  consume(...claims: Claim<Name>[]): Promise<Consumed<Name> | LimitRefusal<Name>>
  /** Returns the refusal of an exceeded limit without taking a point. */
  refusalOf(limit: Name, key: string): Promise<LimitRefusal<Name> | null>
  /** Blocks the key for the limit's pause, or for its window from now. */
  block(limit: Name, key: string): Promise<LimitRefusal<Name>>
  /** Shortens the window of a key without points left. */
  endAfter(limit: Name, key: string, seconds: number): Promise<void>
  /** Deletes the count, because the reason for counting is gone. */
  forget(limit: Name, key: string): Promise<void>
  /**
   * The same limits for one request, with a shared time budget for a slow Redis, in milliseconds.
   * When it is used up, this process counts locally.
   */
  within(ms: number): Limits<Name>
}

export interface LimitsOptions<Name extends string> {
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
  const inForce = (Object.keys(table) as Name[]).filter((name) => pointsOf(options, name) > 0)
  const counters = inForce.map((name): [Name, Counter] => {
    const { seconds: duration, pauseSeconds: blockDuration = 0, isLocal, localPoints } = table[name]
    const points = pointsOf(options, name)
    const counted = { keyPrefix: name, points, duration, blockDuration }
    return [name, createCounter(counted, isLocal ? null : redis, localPoints)]
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
  const timeBudget = { leftMs: waitMs }

  /** An address counts for each network that contains it, with larger limits for wider networks. */
  function countsOf([name, key]: Claim<Name>): Count<Name>[] {
    if (!table[name].isByAddress) return [[name, key, 1]]
    return networksOf(key).map(({ network, share }) => [name, network, share])
  }

  /** Runs a function with the limit's counter; skips lifted limits. */
  async function withCounter<T>(
    [name, key]: Claim<Name> | Count<Name>,
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

  /** Takes one point and returns the points left. */
  async function takeOne(count: Count<Name>): Promise<number | LimitRefusal<Name>> {
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

  async function reward(counts: Count<Name>[]): Promise<void> {
    await Promise.all(
      counts.map((count) => withCounter(count, (limiter, hash) => limiter.reward(hash))),
    )
  }

  return {
    async consume(...claims) {
      const taken: Count<Name>[] = []
      const left = new Map<Name, number>()
      for (const count of claims.flatMap(countsOf)) {
        const [name] = count
        const result = await takeOne(count)
        if (typeof result !== 'number') {
          await reward(taken)
          return result
        }
        taken.push(count)
        left.set(name, Math.min(result, left.get(name) ?? Infinity))
      }
      return {
        isOver: false,
        left: (name) => left.get(name) ?? Infinity,
        leftShare: (name) => (left.get(name) ?? Infinity) / pointsOf(options, name),
        reward: (...names) =>
          reward(taken.filter(([name]) => names.length === 0 || names.includes(name))),
      }
    },

    async refusalOf(name, key) {
      const over = await withCounter([name, key], async (limiter, hash) => {
        const count = await limiter.get(hash)
        return count && count.consumedPoints > limiter.points ? count : null
      })
      return over && refusal(name, over.msBeforeNext)
    },

    async block(name, key) {
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

/** Takes a point. The library rejects when a limit is exceeded; here that is a normal result. */
async function consume(limiter: RateLimiterAbstract, hash: string): Promise<RateLimiterRes> {
  try {
    return await limiter.consume(hash)
  } catch (error) {
    if (error instanceof RateLimiterRes) return error
    throw error
  }
}
