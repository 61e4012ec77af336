import { createHmac } from 'node:crypto'

import { RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible'

import { TEXT_BUDGET } from '~/lib/text-budget'

import { networksOf, type Prefix } from './address-networks.server'
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
  /**
   * Counted by address, which many shoppers may share. `widest` is the shortest prefix of IPv6 that counts, too.
   * Operators can raise these limits.
   */
  byAddress?: { widest: Prefix }
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

/**
 * Wrong codes of unknown devices in an hour above which each of them needs a captcha: a twentieth of the budget
 * of texts, because one in twenty people mistypes.
 */
export const wrongCodesOfShop = (inHour: number): number => Math.max(50, Math.ceil(inHour / 20))

/** A limit with its row in docs/reference/limits.md. */
interface DeclaredLimit extends Limit {
  /** Who pays: what the key names. */
  of: string
  /** What a visitor sees when the limit is reached. */
  whenOver: string
  /** How others who share the key go on. */
  wayOut: string
  /** The sum above it, which no spread of keys exceeds. */
  sum: string
}

const PAUSE_SCREEN = 'the pause screen'
const CAPTCHA_PER_TEXT = 'a captcha before the text; nothing without a provider'
const CAPTCHA_PER_CODE = 'a captcha before the code is checked; nothing without a provider'
const CODES_LATER = 'a screen that says that codes are sent later'
const TEXT_AT_FORM = 'text with the time, at the form (429)'
const CAPTCHA_PER_TRY = 'a captcha before each try; nothing without a provider'
const NOTICE = 'a notice, after the redirect'
const BARE_429 = '429'
const NOTICE_WITH_TIME = 'a notice with the time, after the redirect'
const PAGE_429 = 'a page with 429'

/** A shopper's own work: the key is not shared, and load shedding limits all together. */
const ofShopper = {
  of: 'a shopper',
  wayOut: 'not shared',
  sum: 'load shedding; breakers of the gateways',
} as const
/** Of a phone: strangers count together, each device that has confirmed the phone counts alone. */
const ofPhone = { of: 'a phone', wayOut: 'a device that has confirmed the phone' } as const
const VERIFIED = 'a verified captcha'
/** Widths of the networks that count with an address. */
const NETWORK = { widest: 48 } as const
const PROVIDER = { widest: 32 } as const

/**
 * Every limit of the product; `npm run docs` writes docs/reference/limits.md from this table.
 */
export const limitTable = {
  // Limits of codes in text messages. A device that has confirmed a phone has separate counts for that phone.
  codeTries: {
    points: 5,
    seconds: HOUR,
    localPoints: 2,
    of: 'one sent code',
    whenOver: 'another code has to be asked for (429)',
    wayOut: 'not shared',
    sum: 'wrongCodesInDay',
  },
  freeTries: {
    points: 1,
    seconds: HOUR,
    of: 'one sent code, by an unknown device',
    whenOver: CAPTCHA_PER_CODE,
    wayOut: VERIFIED,
    sum: 'unansweredTexts',
  },
  codeWait: {
    ...ofPhone,
    points: 1,
    seconds: MINUTE,
    whenOver: 'the pause screen; ends with the code, or with a right one',
    sum: 'textsInMinute',
  },
  codesInTenMinutes: {
    ...ofPhone,
    points: 3,
    seconds: 10 * MINUTE,
    whenOver: PAUSE_SCREEN,
    sum: 'textsInHour',
  },
  codesInHour: {
    ...ofPhone,
    points: 5,
    seconds: HOUR,
    whenOver: PAUSE_SCREEN,
    sum: 'textsInHour',
  },
  codesInDay: { ...ofPhone, points: 10, seconds: DAY, whenOver: PAUSE_SCREEN, sum: 'textsInHour' },
  codesOfConfirmedDevices: {
    points: 20,
    seconds: DAY,
    of: 'all devices that have confirmed a phone',
    whenOver: PAUSE_SCREEN,
    wayOut: 'devices that have not confirmed it',
    sum: 'textsInHour',
  },
  codesOfDevice: {
    points: 10,
    seconds: HOUR,
    of: 'a browser',
    whenOver: PAUSE_SCREEN,
    wayOut: 'not shared',
    sum: 'newDeviceTextsInHour',
  },
  // Texts without a captcha that no right code has answered. A right code from the network gives one back.
  unansweredTexts: {
    points: 1,
    seconds: 30 * DAY,
    byAddress: PROVIDER,
    of: 'an address',
    whenOver: CAPTCHA_PER_TEXT,
    wayOut: VERIFIED,
    sum: 'its networks up to /32',
  },
  // While the provider of captchas does not answer.
  unverifiedTexts: {
    points: 20,
    seconds: HOUR,
    byAddress: NETWORK,
    of: 'an address',
    whenOver: PAUSE_SCREEN,
    wayOut: VERIFIED,
    sum: 'newDeviceTextsInHour',
  },
  // Only without a provider of captchas.
  codesOfAddress: {
    points: 200,
    seconds: HOUR,
    byAddress: NETWORK,
    of: 'an address',
    whenOver: PAUSE_SCREEN,
    wayOut: VERIFIED,
    sum: 'newDeviceTextsInHour',
  },
  wrongCodes: {
    ...ofPhone,
    points: 10,
    seconds: DAY,
    pauseSeconds: 2 * HOUR,
    whenOver: 'the pause screen for two hours, texts and checks alike',
    sum: 'wrongCodesInDay',
  },
  // This limit is never blocked, because a block would restart the day. After the first block by `wrongCodes`
  // three tries are left.
  wrongCodesInDay: {
    ...ofPhone,
    points: 13,
    seconds: DAY,
    whenOver: 'the pause screen until the day is over',
    sum: 'wrongCodesInRow',
  },
  wrongCodesOfConfirmedDevices: {
    points: 30,
    seconds: DAY,
    of: 'all devices that have confirmed a phone',
    whenOver: 'the pause screen until the day is over',
    wayOut: 'devices that have not confirmed it',
    sum: 'wrongCodesInRow',
  },
  wrongCodesUnasked: {
    ...ofPhone,
    points: 3,
    seconds: DAY,
    whenOver: `${CAPTCHA_PER_TEXT}, and before each code`,
    sum: 'wrongCodes',
  },
  // NIST SP 800-63B allows a hundred failures in a row; a right code ends the row.
  wrongCodesInRow: {
    ...ofPhone,
    points: 100,
    seconds: 365 * DAY,
    whenOver: 'unknown devices have one try a day',
    sum: 'wrongCodesAfterRow',
  },
  wrongCodesAfterRow: {
    ...ofPhone,
    points: 1,
    seconds: DAY,
    whenOver: 'the pause screen until the day is over',
    sum: 'wrongCodesOfShop',
  },
  // The first wrong code for a phone counts three points, others one: who guesses tries many phones.
  wrongCodesOfAddress: {
    points: 60,
    seconds: HOUR,
    byAddress: PROVIDER,
    of: 'an address',
    whenOver: CAPTCHA_PER_CODE,
    wayOut: VERIFIED,
    sum: 'wrongCodesOfShop',
  },
  wrongPhonesOfAddress: {
    points: 1,
    seconds: HOUR,
    of: 'a phone at an address',
    whenOver: 'one point of `wrongCodesOfAddress` in place of three',
    wayOut: 'not shared',
    sum: 'wrongCodesOfAddress',
  },
  wrongCodesOfShop: {
    points: wrongCodesOfShop(TEXT_BUDGET.inHour),
    seconds: HOUR,
    of: 'all devices that never signed in',
    whenOver: `${CAPTCHA_PER_TEXT}, and before each code; each text counts twice in their budget; an alert`,
    wayOut: VERIFIED,
    sum: 'the whole shop',
  },
  // Texts cost money: the budget of the whole shop, which the operator sets.
  textsInMinute: {
    points: TEXT_BUDGET.inMinute,
    seconds: MINUTE,
    of: 'the whole shop',
    whenOver: CODES_LATER,
    wayOut: 'signed-in shoppers need no text',
    sum: 'the whole shop',
  },
  textsInHour: {
    points: TEXT_BUDGET.inHour,
    seconds: HOUR,
    of: 'the whole shop',
    whenOver: CODES_LATER,
    wayOut: 'signed-in shoppers need no text',
    sum: 'the whole shop',
  },
  // The part of the budget for devices without an earlier sign-in; the rest is reserved for others.
  newDeviceTextsInMinute: {
    points: shareForNewDevices(TEXT_BUDGET.inMinute),
    seconds: MINUTE,
    of: 'all devices that never signed in',
    whenOver: CODES_LATER,
    wayOut: 'a device that has confirmed the phone',
    sum: 'textsInMinute',
  },
  newDeviceTextsInHour: {
    points: shareForNewDevices(TEXT_BUDGET.inHour),
    seconds: HOUR,
    of: 'all devices that never signed in',
    whenOver: CODES_LATER,
    wayOut: 'a device that has confirmed the phone',
    sum: 'textsInHour',
  },
  // Limits of a signed-in shopper.
  cardTriesInHour: {
    ...ofShopper,
    points: 3,
    seconds: HOUR,
    whenOver: TEXT_AT_FORM,
    sum: 'cardTriesOfShop',
  },
  cardTriesInDay: {
    ...ofShopper,
    points: 10,
    seconds: DAY,
    whenOver: TEXT_AT_FORM,
    sum: 'cardTriesOfShop',
  },
  // A card's code has three digits, so guesses from several accounts count together.
  cardTriesOfCardUnasked: {
    points: 3,
    seconds: DAY,
    of: 'a plastic card',
    whenOver: CAPTCHA_PER_TRY,
    wayOut: VERIFIED,
    sum: 'cardTriesOfCard',
  },
  cardTriesOfCard: {
    points: 10,
    seconds: DAY,
    of: 'a plastic card',
    whenOver: TEXT_AT_FORM,
    wayOut: 'none: its three digits bear no more guesses',
    sum: 'cardTriesOfShop',
  },
  cardTriesOfAddressUnasked: {
    points: 10,
    seconds: HOUR,
    byAddress: PROVIDER,
    of: 'an address',
    whenOver: CAPTCHA_PER_TRY,
    wayOut: VERIFIED,
    sum: 'cardTriesOfShop',
  },
  cardTriesOfShop: {
    points: 200,
    seconds: DAY,
    of: 'the whole shop',
    whenOver: `${CAPTCHA_PER_TRY}; an alert`,
    wayOut: VERIFIED,
    sum: 'the whole shop',
  },
  letters: { ...ofShopper, points: 3, seconds: HOUR, whenOver: NOTICE, sum: 'lettersOfEmail' },
  // Counts all shoppers together, because several accounts could flood one mailbox.
  lettersOfEmail: {
    points: 3,
    seconds: HOUR,
    of: 'a mailbox',
    whenOver: NOTICE,
    wayOut: 'none: its owner gets no more letters',
    sum: 'letters',
  },
  listRuns: { ...ofShopper, points: 20, seconds: HOUR, whenOver: NOTICE },
  passes: { ...ofShopper, points: 10, seconds: HOUR, whenOver: NOTICE },
  pushEnrolments: { ...ofShopper, points: 5, seconds: HOUR, whenOver: BARE_429 },
  exports: { ...ofShopper, points: 10, seconds: HOUR, whenOver: NOTICE_WITH_TIME },
  calendars: { ...ofShopper, points: 60, seconds: 10 * MINUTE, whenOver: NOTICE_WITH_TIME },
  // Counts a browser, which chooses its own id, and its address.
  eventBatches: {
    points: 60,
    seconds: MINUTE,
    of: 'a browser',
    whenOver: BARE_429,
    wayOut: 'not shared',
    sum: 'eventBatchesOfAddress',
  },
  eventBatchesOfAddress: {
    points: 300,
    seconds: MINUTE,
    byAddress: NETWORK,
    of: 'an address',
    whenOver: BARE_429,
    wayOut: 'nothing that a shopper sees is lost',
    sum: 'load shedding',
  },
  // Reports that any browser may send: violated policies and script errors.
  faultReports: {
    points: 60,
    seconds: MINUTE,
    byAddress: NETWORK,
    of: 'an address',
    whenOver: BARE_429,
    wayOut: 'nothing that a shopper sees is lost',
    sum: 'load shedding',
  },
  cspReports: {
    points: 60,
    seconds: MINUTE,
    byAddress: NETWORK,
    of: 'an address',
    whenOver: BARE_429,
    wayOut: 'nothing that a shopper sees is lost',
    sum: 'load shedding',
  },
  readsOfSession: {
    points: 1200,
    seconds: MINUTE,
    isLocal: true,
    of: 'a session, a process',
    whenOver: PAGE_429,
    wayOut: 'not shared',
    sum: 'load shedding',
  },
  writesOfSession: {
    points: 120,
    seconds: MINUTE,
    of: 'a session',
    whenOver: PAGE_429,
    wayOut: 'not shared',
    sum: 'load shedding',
  },
  reads: {
    points: 3000,
    seconds: MINUTE,
    byAddress: NETWORK,
    isLocal: true,
    of: 'an address of guests, a process',
    whenOver: PAGE_429,
    wayOut: 'a session; the screens of sign-in, which are not counted',
    sum: 'load shedding',
  },
  writes: {
    points: 600,
    seconds: MINUTE,
    byAddress: NETWORK,
    of: 'an address of guests',
    whenOver: PAGE_429,
    wayOut: 'a session; the forms of sign-in, which count as `signInsUnasked`',
    sum: 'load shedding',
  },
  signInsUnasked: {
    points: 10,
    seconds: MINUTE,
    byAddress: PROVIDER,
    of: 'an address',
    whenOver: CAPTCHA_PER_TEXT,
    wayOut: VERIFIED,
    sum: 'newDeviceTextsInMinute',
  },
} satisfies Record<string, DeclaredLimit>

/** All limits, with the operator's budget of texts; 0 lifts a budget. */
export function withTextBudget(inMinute: number, inHour: number): Record<LimitName, Limit> {
  return {
    ...limitTable,
    wrongCodesOfShop: { points: wrongCodesOfShop(inHour || TEXT_BUDGET.inHour), seconds: HOUR },
    textsInMinute: { points: inMinute, seconds: MINUTE },
    textsInHour: { points: inHour, seconds: HOUR },
    newDeviceTextsInMinute: { points: shareForNewDevices(inMinute), seconds: MINUTE },
    newDeviceTextsInHour: { points: shareForNewDevices(inHour), seconds: HOUR },
  }
}

export type LimitName = keyof typeof limitTable
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
  /** Gives back the points of these limits, or of all when none is named: the work did not happen. */
  reward(...names: Name[]): Promise<void>
}

export interface Limits<Name extends string = LimitName> {
  /**
   * Takes the points of each limit, or of none, before the work starts. So parallel requests cannot
   * exceed a limit.
   */
  consume(...claims: Claim<Name>[]): Promise<Consumed<Name> | LimitRefusal<Name>>
  /** Returns the refusal of a limit without points left, without taking one. */
  refusalOf(limit: Name, key: string): Promise<LimitRefusal<Name> | null>
  /** Blocks the key for the limit's pause, or for its window from now. */
  block(limit: Name, key: string): Promise<LimitRefusal<Name>>
  /** Shortens the window of a key without points left. */
  endAfter(limit: Name, key: string, seconds: number): Promise<void>
  /** Gives back one point of an earlier request, if one is taken. */
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
  function countsOf([name, key, points = 1]: Claim<Name>): Count<Name>[] {
    const { byAddress } = table[name]
    if (!byAddress) return [{ name, key, points, share: 1 }]
    return networksOf(key, byAddress.widest).map(({ network, share }) => ({
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
      for (const count of claims.flatMap(countsOf)) {
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
        leftShare: (name) => (left.get(name) ?? Infinity) / pointsOf(options, name),
        reward: (...names) =>
          reward(taken.filter(({ name }) => names.length === 0 || names.includes(name))),
      }
    },

    async refusalOf(...claim) {
      const waits = countsOf(claim).map((count) =>
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
      const given = countsOf(claim).map((count) =>
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
