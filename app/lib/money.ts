import { formatNumber } from './numbers'

const THIN_SPACE = '\u2009'
const MINUS = '\u2212'

/** `124990` → «1 249,90 ₽», whole roubles without kopecks; what is no number is «—» (section 9). */
export function formatMoney(kopecks: number): string {
  if (!Number.isFinite(kopecks)) return '—'
  const whole = Math.round(Math.abs(kopecks))
  const roubles = formatNumber(Math.floor(whole / 100))
  const rest = whole % 100 ? `,${String(whole % 100).padStart(2, '0')}` : ''
  const sign = kopecks < 0 && whole > 0 ? MINUS : ''
  return `${sign}${roubles}${rest}${THIN_SPACE}₽`
}
