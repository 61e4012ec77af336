import { formatNumber } from './numbers'

const THIN_SPACE = '\u2009'
const UNKNOWN = '—'

/**
 * Kopecks as a price: `124990` → `1 249,90 ₽`, `8400` → `84 ₽`, groups and the rouble sign parted
 * by thin spaces (U+2009). What is no sum is a dash: no screen may show NaN.
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

/** `1 249,90 ₽`, `1249.9`, `84 руб.` as kopecks; undefined for what is no sum of money. */
export function parseRoubles(text: string): number | undefined {
  const plain = text
    .replace(/\s/g, '')
    .replace(/(?:₽|руб(?:ля|лей|ль)?|р)\.?$/i, '')
    .replace(',', '.')
  if (!/^\d{1,9}(\.\d{0,2})?$/.test(plain)) return undefined
  return Math.round(Number(plain) * 100)
}
