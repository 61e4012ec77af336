/**
 * The form of a Russian noun for a count: 1 звезда, 2 звезды, 5 звёзд, 1,5 звезды. Same result as
 * `Intl.PluralRules`, which takes a page time to create.
 */
export function plural(count: number, one: string, few: string, many: string): string {
  if (!Number.isInteger(count)) return few
  const tens = Math.abs(count) % 100
  const ones = tens % 10
  if (ones === 0 || ones > 4 || (tens > 10 && tens < 20)) return many
  return ones === 1 ? one : few
}

/**
 * Formats a number in Russian style: at most three decimals, groups separated by thin spaces
 * (U+2009), U+2212 as minus. `Intl.NumberFormat` is not used: a browser needs 10 to 30 ms to create
 * it. Versions of ICU also use different spaces, which breaks hydration.
 * @param value below 10²¹, so that `toFixed` writes all digits
 */
export function formatNumber(value: number): string {
  const [whole = '', decimals = ''] = Math.abs(value).toFixed(3).split('.')
  let figure = whole.slice(-3)
  for (let end = whole.length - 3; end > 0; end -= 3)
    figure = `${whole.slice(Math.max(0, end - 3), end)}\u2009${figure}`
  // «0.120» becomes «,12», «0.000» disappears.
  figure += String(Number(`0.${decimals}`))
    .slice(1)
    .replace('.', ',')
  return value < 0 && figure !== '0' ? `\u2212${figure}` : figure
}

/** A quantity of goods; below three decimals the first digit that says something, such as `0,0004`. */
export function formatQuantity(value: number): string {
  const size = Math.abs(value)
  if (size === 0 || size >= 0.001) return formatNumber(value)
  return value
    .toFixed(Math.min(20, -Math.floor(Math.log10(size))))
    .replace('-', '\u2212')
    .replace('.', ',')
}

/** `1.249.000`, `1.249,90` and their English forms; `1.249` alone could mean two numbers. */
const GROUPED =
  /^\d{1,3}(?:(?:\.\d{3}){2,}|(?:,\d{3}){2,}|(?:\.\d{3})+(?=,)|(?:,\d{3})+(?=\.))(?:[.,]\d*)?$/

/**
 * Parses a typed number in any spelling with one possible meaning: `1 249,90`, `1.249,90`, `1'000`, `от 100`.
 * @param decimals the most decimals
 * @returns undefined for other text, negative numbers and more than nine digits
 */
export function parseNumber(text: string, decimals: number): number | undefined {
  const plain = text.replace(/[\s'’`´]/g, '').replace(/^(?:от|до)(?=\d)/i, '')
  const at = Math.max(plain.lastIndexOf(','), plain.lastIndexOf('.'))
  const isWhole = /[.,]\d{3}$/.test(plain) && plain.indexOf(plain.charAt(at)) < at
  const figure = GROUPED.test(plain)
    ? `${plain.slice(0, isWhole ? undefined : at).replace(/[.,]/g, '')}${isWhole ? '' : plain.slice(at)}`
    : plain
  const [whole = '', rest = ''] = figure.replace(',', '.').split('.', 2)
  const isNumber = /^\d{1,9}(?:[.,]\d*)?$/.test(figure) && rest.length <= decimals
  return isNumber ? Number(`${whole}.${rest || 0}`) : undefined
}

/** A percentage with its thin space, as in all texts of the site: «−25 %» of «-25%». */
export const spacedPercent = (text: string) =>
  text.replace(/^-/, '\u2212').replace(/(\d)\s?%/g, '$1\u2009%')

/**
 * The text for screen readers: voices such as eSpeak read `1 048` as «один, ноль сорок восемь», but
 * `1048` correctly.
 */
export function spoken(text: string): string {
  return text.replace(/(\d)[\u2009\u202f](\d)/g, '$1$2')
}
