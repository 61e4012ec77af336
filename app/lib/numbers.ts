const format = new Intl.NumberFormat('ru-RU')

/**
 * A number as Russians write it, groups parted by a thin space (U+2009). The separator is set here
 * because it differs between the versions of ICU in Node and in browsers, and hydration compares.
 */
export function formatNumber(value: number): string {
  return format.format(value).replace(/\s/g, '\u2009')
}
