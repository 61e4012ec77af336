import { applyMask } from './mask'
import { plainDigits } from './plain-text'

/** A line of an address book or a message; what is longer is not looked at. */
const LONGEST_INPUT = 200
/** What stands within a number; anything else, such as a comma, a word or a plus, ends it. */
const GROUP = /\d(?:[\s()./·•∙⋅_-]{0,8}\d)*/g
/** «8 10» and «00» are dialled before a country's code; a shopper may write their own behind a ready-made «+7». */
const BEFORE_LOCAL = /^(?:810|00)?[78]{0,2}$/

/**
 * The Russian mobile numbers in a text, each once, as eleven digits with the leading 7 (section 5): «8 (900)
 * 000-00-01», «моб. тел.: +7 900… доб. 5», «9000000001».
 */
export function phonesIn(input: string): string[] {
  if (input.length > LONGEST_INPUT) return []
  const numbers = Array.from(plainDigits(input).matchAll(GROUP), ([group]) =>
    group.replace(/\D/g, ''),
  )
  const locals = numbers.filter(
    (digits) => /9\d{9}$/.test(digits) && BEFORE_LOCAL.test(digits.slice(0, -10)),
  )
  return [...new Set(locals.map((digits) => `7${digits.slice(-10)}`))]
}

/** The one Russian mobile number in a text; null when there is none, or more than one. */
export function normalisePhone(input: string): string | null {
  const [phone, ...others] = phonesIn(input)
  return phone && others.length === 0 ? phone : null
}

/**
 * `79000000001` → `+7 (900) 000-00-01`, the display form of section 5. A number of another country,
 * as a profile may hold, is its digits after a plus.
 */
export function formatPhone(phone: string): string {
  const digits = phone.replace(/\D/g, '')
  if (isForeign(phone, digits)) return `+${digits}`
  return applyMask(digits.replace(/^[78](?=\d{10}$)/, ''), '+7 (###) ###-##-##')
}

/** `79000000001` → `+7 (900) •••-••-01`: enough to know one's own number again. */
export function maskPhone(phone: string): string {
  const shown = formatPhone(phone)
  const end = shown.slice(-2)
  return shown.includes('(')
    ? `${shown.slice(0, 8)} •••-••-${end}`
    : `${shown.slice(0, 4)}•••••${end}`
}

/** Whether another country's code is shown, or there are more digits than a Russian number has. */
function isForeign(phone: string, digits: string): boolean {
  if (digits.length > 11) return true
  return /^\D*\+/.test(phone) ? !digits.startsWith('7') : /^[^78].{10}$/.test(digits)
}
