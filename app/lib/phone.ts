import { applyMask } from './mask'
import { withoutSeparators } from './separators'

const LONGEST_INPUT = 64
/** As contacts and links are copied: «тел.: …», «Телефон …», `tel:…`. */
const LABEL = /^(?:телефон|тел|мобильный|моб|phone|tel)\.?:?/i

/**
 * The eleven digits of a Russian mobile number, leading 7 included, from any spelling
 * («8 (900) 000-00-01», «тел.: +7 900…», «9000000001»), or null when it is none (section 5).
 */
export function normalisePhone(input: string): string | null {
  if (input.length > LONGEST_INPUT) return null
  const number = withoutSeparators(input).replace(LABEL, '')
  if (/[^\d()+.]/.test(number)) return null
  const digits = number.replace(/\D/g, '')
  const local = digits.length === 11 && /^[78]/.test(digits) ? digits.slice(1) : digits
  return /^9\d{9}$/.test(local) ? `7${local}` : null
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

/** Whether another country's code is said, or there are more digits than a Russian number has. */
function isForeign(phone: string, digits: string): boolean {
  if (digits.length > 11) return true
  return /^\D*\+/.test(phone) ? !digits.startsWith('7') : /^[^78].{10}$/.test(digits)
}
