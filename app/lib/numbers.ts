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
