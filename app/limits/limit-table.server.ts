import { SMS_BUDGET } from '~/domain/sms-budget'

import type { Prefix } from './address-quotas.server'

const MINUTE = 60
const HOUR = 3600
const DAY = 24 * HOUR

export interface Limit {
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
  /** The limit of each container while Redis is down: two of them then allow twice as much. */
  localPoints?: number
}

/**
 * SMS that devices without an earlier sign-in may use: three quarters of the budget. 0 means no
 * limit.
 */
const shareForNewDevices = (budget: number): number => Math.ceil(budget * 0.75)

/**
 * Wrong codes of unknown devices in an hour above which each of them needs a captcha: a twentieth of the budget
 * of texts, because one in twenty people mistypes.
 */
const wrongCodesOfShop = (inHour: number): number => Math.max(50, Math.ceil(inHour / 20))

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
const CAPTCHA_PER_SMS = 'a captcha before the SMS; nothing without a provider'
const CAPTCHA_PER_CODE = 'a captcha before the code is checked; nothing without a provider'
const CODES_LATER = 'a screen that says that codes are sent later'
const TEXT_AT_FORM = 'text with the time, at the form (429)'
const CAPTCHA_PER_TRY = 'a captcha before each try; nothing without a provider'
const NOTICE = 'a notice, after the redirect'
const BARE_429 = '429'
const NOTICE_WITH_TIME = 'a notice with the time, after the redirect'
const PAGE_429 = 'a page with 429'
const VERIFIED = 'a verified captcha'
const UNTIL_NEXT_DAY = 'the pause screen until the day is over'

/** A shopper's own work: the key is not shared, and load shedding limits all together. */
const ofShopper = {
  of: 'a shopper',
  wayOut: 'not shared',
  sum: 'load shedding; breakers of the gateways',
} as const
/** Of a phone: strangers count together, each device that has confirmed the phone counts alone. */
const ofPhone = { of: 'a phone', wayOut: 'a device that has confirmed the phone' } as const
/** Of all such devices of a phone together. */
const ofConfirmed = {
  seconds: DAY,
  of: 'all devices that have confirmed a phone',
  wayOut: 'devices that have not confirmed it',
} as const
const ofSentCode = { seconds: HOUR, of: 'one sent code' } as const
/** Of an address; a limit with a captcha as way out counts networks up to a provider's. */
const ofAddress = { of: 'an address', wayOut: VERIFIED, byAddress: { widest: 48 } } as const
const ofProvider = { ...ofAddress, byAddress: { widest: 32 } } as const
const ofShop = { of: 'the whole shop', wayOut: VERIFIED, sum: 'the whole shop' } as const
/** SMS cost money: the budget of the whole shop, which the operator sets. */
const ofBudget = {
  ...ofShop,
  whenOver: CODES_LATER,
  wayOut: 'signed-in shoppers need no SMS',
} as const
/** The part of the budget for devices without an earlier sign-in; the rest is reserved for others. */
const ofNewDevices = {
  of: 'all devices that never signed in',
  whenOver: CODES_LATER,
  wayOut: 'a device that has confirmed the phone',
} as const
/** Reports that any browser may send: violated policies and script errors. */
const reports = {
  ...ofAddress,
  points: 60,
  seconds: MINUTE,
  whenOver: BARE_429,
  wayOut: 'nothing that a shopper sees is lost',
  sum: 'load shedding',
} as const
/** Requests of a session, or of guests at an address. */
const requests = {
  seconds: MINUTE,
  whenOver: PAGE_429,
  wayOut: 'not shared',
  sum: 'load shedding',
} as const

/** Every limit of the product; `npm run docs` writes docs/reference/limits.md from this table. */
export const limitTable = {
  // Limits of codes in SMS. A device that has confirmed a phone has separate counts for that phone.
  codeTries: {
    ...ofSentCode,
    points: 5,
    localPoints: 2,
    whenOver: 'another code has to be asked for (429)',
    wayOut: 'not shared',
    sum: 'wrongCodesInDay',
  },
  freeTries: {
    ...ofSentCode,
    points: 1,
    of: 'one sent code, by an unknown device',
    whenOver: CAPTCHA_PER_CODE,
    wayOut: VERIFIED,
    sum: 'unansweredSms',
  },
  codeWait: {
    ...ofPhone,
    points: 1,
    seconds: MINUTE,
    whenOver: 'the pause screen; ends with the code, or with a right one',
    sum: 'smsInMinute',
  },
  codesInTenMinutes: {
    ...ofPhone,
    points: 3,
    seconds: 10 * MINUTE,
    whenOver: PAUSE_SCREEN,
    sum: 'smsInHour',
  },
  codesInHour: { ...ofPhone, points: 5, seconds: HOUR, whenOver: PAUSE_SCREEN, sum: 'smsInHour' },
  codesInDay: { ...ofPhone, points: 10, seconds: DAY, whenOver: PAUSE_SCREEN, sum: 'smsInHour' },
  codesOfConfirmedDevices: {
    ...ofConfirmed,
    points: 20,
    whenOver: PAUSE_SCREEN,
    sum: 'smsInHour',
  },
  codesOfDevice: {
    points: 10,
    seconds: HOUR,
    of: 'a browser',
    whenOver: PAUSE_SCREEN,
    wayOut: 'not shared',
    sum: 'newDeviceSmsInHour',
  },
  // SMS without a captcha that no right code has answered. A right code from the network returns one.
  unansweredSms: {
    ...ofProvider,
    points: 1,
    seconds: 30 * DAY,
    whenOver: CAPTCHA_PER_SMS,
    sum: 'its networks up to /32',
  },
  // While the provider of captchas does not answer.
  unverifiedSms: {
    ...ofAddress,
    points: 20,
    seconds: HOUR,
    whenOver: PAUSE_SCREEN,
    sum: 'newDeviceSmsInHour',
  },
  // Only without a provider of captchas.
  codesOfAddress: {
    ...ofAddress,
    points: 200,
    seconds: HOUR,
    whenOver: PAUSE_SCREEN,
    sum: 'newDeviceSmsInHour',
  },
  wrongCodes: {
    ...ofPhone,
    points: 10,
    seconds: DAY,
    pauseSeconds: 2 * HOUR,
    whenOver: 'the pause screen for two hours, SMS and checks alike',
    sum: 'wrongCodesInDay',
  },
  // This limit is never blocked, because a block would restart the day. After the first block by `wrongCodes`
  // three tries are left.
  wrongCodesInDay: {
    ...ofPhone,
    points: 13,
    seconds: DAY,
    whenOver: UNTIL_NEXT_DAY,
    sum: 'wrongCodesInRow',
  },
  wrongCodesOfConfirmedDevices: {
    ...ofConfirmed,
    points: 30,
    whenOver: UNTIL_NEXT_DAY,
    sum: 'wrongCodesInRow',
  },
  wrongCodesUnasked: {
    ...ofPhone,
    points: 3,
    seconds: DAY,
    whenOver: `${CAPTCHA_PER_SMS}, and before each code`,
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
    whenOver: UNTIL_NEXT_DAY,
    sum: 'wrongCodesOfShop',
  },
  // The first wrong code for a phone counts three points, others one: who guesses tries many phones.
  wrongCodesOfAddress: {
    ...ofProvider,
    points: 60,
    seconds: HOUR,
    whenOver: CAPTCHA_PER_CODE,
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
    ...ofShop,
    points: wrongCodesOfShop(SMS_BUDGET.inHour),
    seconds: HOUR,
    of: 'all devices that never signed in',
    whenOver: `${CAPTCHA_PER_SMS}, and before each code; each SMS counts twice in their budget; an alert`,
  },
  smsInMinute: { ...ofBudget, points: SMS_BUDGET.inMinute, seconds: MINUTE },
  smsInHour: { ...ofBudget, points: SMS_BUDGET.inHour, seconds: HOUR },
  newDeviceSmsInMinute: {
    ...ofNewDevices,
    points: shareForNewDevices(SMS_BUDGET.inMinute),
    seconds: MINUTE,
    sum: 'smsInMinute',
  },
  newDeviceSmsInHour: {
    ...ofNewDevices,
    points: shareForNewDevices(SMS_BUDGET.inHour),
    seconds: HOUR,
    sum: 'smsInHour',
  },
  // Limits of a signed-in shopper. A card's code has three digits, so guesses of several accounts count together.
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
    ...ofProvider,
    points: 10,
    seconds: HOUR,
    whenOver: CAPTCHA_PER_TRY,
    sum: 'cardTriesOfShop',
  },
  cardTriesOfShop: {
    ...ofShop,
    points: 200,
    seconds: DAY,
    whenOver: `${CAPTCHA_PER_TRY}; an alert`,
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
  eventBatchesOfAddress: { ...reports, points: 300 },
  faultReports: reports,
  cspReports: reports,
  readsOfSession: { ...requests, points: 1200, isLocal: true, of: 'a session, a process' },
  writesOfSession: { ...requests, points: 120, of: 'a session' },
  reads: {
    ...ofAddress,
    ...requests,
    points: 3000,
    isLocal: true,
    of: 'an address of guests, a process',
    wayOut: 'a session; the screens of sign-in, which are not counted',
  },
  writes: {
    ...ofAddress,
    ...requests,
    points: 600,
    of: 'an address of guests',
    wayOut: 'a session; the forms of sign-in, which count as `signInsUnasked`',
  },
  signInsUnasked: {
    ...ofProvider,
    points: 10,
    seconds: MINUTE,
    whenOver: CAPTCHA_PER_SMS,
    sum: 'newDeviceSmsInMinute',
  },
} satisfies Record<string, DeclaredLimit>

export type LimitName = keyof typeof limitTable

/** All limits, with the operator's budget of SMS; 0 lifts a budget. */
export function withSmsBudget(inMinute: number, inHour: number): Record<LimitName, Limit> {
  const points: Partial<Record<LimitName, number>> = {
    wrongCodesOfShop: wrongCodesOfShop(inHour || SMS_BUDGET.inHour),
    smsInMinute: inMinute,
    smsInHour: inHour,
    newDeviceSmsInMinute: shareForNewDevices(inMinute),
    newDeviceSmsInHour: shareForNewDevices(inHour),
  }
  const limits = Object.entries(limitTable).map(([name, limit]) => [
    name,
    { ...limit, points: points[name as LimitName] ?? limit.points },
  ])
  return Object.fromEntries(limits) as Record<LimitName, Limit>
}
