/**
 * A number as Russians write it, with three decimals at most, groups parted by a thin space (U+2009), with a minus
 * (U+2212) and no hyphen before what is below nothing. By hand: each page would wait 10 to 30 ms for the
 * `Intl.NumberFormat` that a browser makes, and versions of ICU differ in spaces, which hydration compares.
 * @param value below 10²¹, as `toFixed` writes it
 */
export function formatNumber(value: number): string {
  const [whole = '', decimals = ''] = Math.abs(value).toFixed(3).split('.')
  let figure = whole.slice(-3)
  for (let end = whole.length - 3; end > 0; end -= 3)
    figure = `${whole.slice(Math.max(0, end - 3), end)}\u2009${figure}`
  // «0.120» to «,12», «0.000» to nothing.
  figure += String(Number(`0.${decimals}`))
    .slice(1)
    .replace('.', ',')
  return value < 0 && figure !== '0' ? `\u2212${figure}` : figure
}

/**
 * The same text for the ear: voices such as eSpeak read `1 048` as «один, ноль сорок восемь», whatever
 * space it is, and `1048` as a number.
 */
export function spoken(text: string): string {
  return text.replace(/(\d)[\u2009\u202f](\d)/g, '$1$2')
}
