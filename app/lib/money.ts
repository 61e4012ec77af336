import { formatNumber, parseNumber } from './numbers'

const THIN_SPACE = '\u2009'
const UNKNOWN = '—'

/**
 * Formats kopecks as a price: `124990` → `1 249,90 ₽`, `8400` → `84 ₽`, with thin spaces (U+2009).
 * Absent and invalid sums become a dash, so that no screen shows NaN.
 */
export function formatMoney(kopecks: number | null | undefined): string {
  if (typeof kopecks !== 'number' || !Number.isFinite(kopecks)) return UNKNOWN
  const total = Math.abs(Math.round(kopecks))
  const sign = kopecks < 0 && total > 0 ? '−' : ''
  const rest = total % 100
  const roubles = formatNumber((total - rest) / 100)
  const change = rest === 0 ? '' : `,${String(rest).padStart(2, '0')}`
  return `${sign}${roubles}${change}${THIN_SPACE}₽`
}

/** Formats kopecks as whole roubles, for sums of a year. */
export const formatRoubles = (kopecks: number): string =>
  formatMoney(Math.round(kopecks / 100) * 100)

/** Parses `1 249,90 ₽`, `1249.9` or `84 руб.` to kopecks; undefined for other text. */
export function parseRoubles(text: string): number | undefined {
  const roubles = parseNumber(text.trim().replace(/(?:₽|руб(?:ля|лей|ль)?|р)\.?$/i, ''), 2)
  return roubles === undefined ? undefined : Math.round(roubles * 100)
}
