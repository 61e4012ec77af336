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

/** `79000000001` → `+7 (900) 000-00-01`, the display form of section 5. */
export function formatPhone(phone: string): string {
  return applyMask(phone.replace(/\D/g, '').replace(/^7(?=\d{10}$)/, ''), '+7 (###) ###-##-##')
}

/** `79000000001` → `+7 (900) •••-••-01`: enough to know one's own number again. */
export function maskPhone(phone: string): string {
  const shown = formatPhone(phone)
  return `${shown.slice(0, 8)} •••-••-${shown.slice(-2)}`
}
