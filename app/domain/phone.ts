import { applyMask } from './mask'
import { plainDigits } from '~/lib/plain-text'

/** Long enough for a line of an address book or a message. */
const MAX_INPUT_LENGTH = 200
/** A number's digits and the separators between them; other characters end the number. */
const GROUP = /\d(?:[\s()./·•∙⋅_~-]{0,8}\d)*/g
/**
 * «8 10» and «00» precede a country code; a shopper may type their own prefix after the given «+7».
 */
const BEFORE_LOCAL = /^(?:810|00)?[78]{0,2}$/

/**
 * All different Russian mobile numbers in a text, as eleven digits with the leading 7 (specification 5.4).
 * Reads «8 (900) 000-00-01», «моб. тел.: +7 900… доб. 5», «9000000001».
 */
export function phonesIn(input: string): string[] {
  if (input.length > MAX_INPUT_LENGTH) return []
  const numbers = Array.from(plainDigits(input).matchAll(GROUP), ([group]) =>
    group.replace(/\D/g, ''),
  )
  const locals = numbers.filter(
    (digits) => /9\d{9}$/.test(digits) && BEFORE_LOCAL.test(digits.slice(0, -10)),
  )
  return [...new Set(locals.map((digits) => `7${digits.slice(-10)}`))]
}

/** The only Russian mobile number in a text; null for none or several. */
export function normalisePhone(input: string): string | null {
  const [phone, ...others] = phonesIn(input)
  return phone && others.length === 0 ? phone : null
}

/**
 * `79000000001` → `+7 (900) 000-00-01`, as in section 5. A foreign number in a profile becomes
 * digits after a plus.
 */
export function formatPhone(phone: string): string {
  const digits = phone.replace(/\D/g, '')
  if (isForeign(phone, digits)) return `+${digits}`
  return applyMask(digits.replace(/^[78](?=\d{10}$)/, ''), '+7 (###) ###-##-##')
}

/** `79000000001` → `+7 (900) •••-••-01`, so that only the owner recognises the number. */
export function maskPhone(phone: string): string {
  const shown = formatPhone(phone)
  const end = shown.slice(-2)
  return shown.includes('(')
    ? `${shown.slice(0, 8)} •••-••-${end}`
    : `${shown.slice(0, 4)}•••••${end}`
}

/** True for another country's code, or for more digits than a Russian number has. */
function isForeign(phone: string, digits: string): boolean {
  if (digits.length > 11) return true
  return /^\D*\+/.test(phone) ? !digits.startsWith('7') : /^[^78].{10}$/.test(digits)
}
