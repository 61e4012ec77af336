// Makes docs/reference/limits.md, and the table of guessing in docs/reference/threats.md, from the declared limits.
import { getNetworks } from '../app/limits/address-quotas.server'
import { limitTable, withSmsBudget } from '../app/limits/limit-table.server'
import { SMS_BUDGET } from '../app/domain/sms-budget'
import { code, table } from './markdown'

const CODES = 100_000
const HOURS_IN_MONTH = 30 * 24
/** Captchas of one text: before it is sent, and before its second try. */
const CAPTCHAS_PER_TEXT = 2

export interface Attacker {
  networks: number
  kind: 'IPv4 addresses' | '/48 of IPv6'
}
const attackers: Attacker[] = [
  ...[1, 100, 10_000].map((networks): Attacker => ({ networks, kind: 'IPv4 addresses' })),
  ...[1, 34, 1000].map((networks): Attacker => ({ networks, kind: '/48 of IPv6' })),
]

/** SMS in an hour that a shop of so many sign-ins a day allows: a quarter of its day, or the default. */
const smsInHour = (signInsInDay: number) => Math.max(SMS_BUDGET.inHour, signInsInDay / 4)

/**
 * Accounts that an attacker may expect to open in a month without solving a captcha. Each address has so many
 * unanswered SMS, each SMS so many free tries; each /48 lies in a provider's network of its own.
 */
export function accountsWithoutCaptcha(attacker: Attacker, signInsInDay: number): number {
  const { unansweredSms: texts, freeTries } = limitTable
  const isIpv4 = attacker.kind === 'IPv4 addresses'
  const [, , network] = getNetworks('2001:db8:1:1::/64', texts.byAddress.widest)
  const smsOfNetwork = texts.points * (isIpv4 ? 1 : network!.share)
  const windows = (HOURS_IN_MONTH * 3600) / texts.seconds
  const ofNetworks = attacker.networks * smsOfNetwork * windows * freeTries.points
  const inHour = withSmsBudget(0, smsInHour(signInsInDay)).wrongCodesOfShop.points
  return Math.min(ofNetworks, inHour * HOURS_IN_MONTH) / CODES
}

/**
 * The same when every captcha is solved: only the budget of SMS for unknown devices holds, of which each SMS
 * takes two points once the shop's wrong codes are over their limit.
 */
export function accountsWithCaptchas(signInsInDay: number): number {
  const { newDeviceSmsInHour } = withSmsBudget(0, smsInHour(signInsInDay))
  const texts = (newDeviceSmsInHour.points / 2) * HOURS_IN_MONTH
  return (texts * limitTable.codeTries.points) / CODES
}

/** Captchas that one account costs. */
export const captchasPerAccount = (CODES / limitTable.codeTries.points) * CAPTCHAS_PER_TEXT

/** The chance in a year to open one chosen phone. */
export function chanceForPhone(): number {
  const { wrongCodesInRow: row, wrongCodesInDay: day, wrongCodesAfterRow: after } = limitTable
  const days = 365 - Math.ceil(row.points / day.points)
  return (row.points + days * after.points) / CODES
}

const figure = (value: number) =>
  value >= 10 ? String(Math.round(value)) : String(Number(value.toPrecision(1)))

/** What guessing codes yields under the present limits. */
export function guessingPart(): string {
  const sizes = [1000, 1_000_000]
  const rows = attackers.map((attacker) => [
    `${attacker.networks.toLocaleString('en')} ${attacker.kind}`,
    ...sizes.flatMap((size) => [
      figure(accountsWithoutCaptcha(attacker, size)),
      figure(accountsWithCaptchas(size)),
    ]),
  ])
  const heads = sizes.flatMap((size) => [
    `${size.toLocaleString('en')} sign-ins a day: without captchas`,
    'with all captchas solved',
  ])
  return `${table(['attacker', ...heads], rows)}

One account costs ${captchasPerAccount.toLocaleString('en')} solved captchas. One chosen phone is opened in a year with a chance of ${figure(chanceForPhone() * 100)} %.`
}

/** Every limit. */
export const limitsPart = () =>
  table(
    [...['limit', 'points', 'in', 'of', 'when it is over', 'way out for others'], 'sum above it'],
    Object.entries(limitTable).map(([name, limit]) => {
      const { points, seconds, of, whenOver, wayOut, sum } = limit
      const above = sum in limitTable ? code(sum) : sum
      return [code(name), String(points), `${seconds} s`, of, whenOver, wayOut, above]
    }),
  )
