import { remembered } from './remembered'

const format = new Intl.NumberFormat('ru-RU')

/**
 * A number as Russians write it, groups parted by a thin space (U+2009), with a minus (U+2212) and no
 * hyphen before what is below nothing. Both are set here because they differ between the versions of
 * ICU in Node and in browsers, and hydration compares.
 */
export function formatNumber(value: number): string {
  return written(value)
}

const written = remembered(5000, (value: number) =>
  format.format(value).replace(/\s/g, '\u2009').replace('-', '\u2212'),
)

/**
 * The same text for the ear: voices such as eSpeak read `1 048` as «один, ноль сорок восемь», whatever
 * space it is, and `1048` as a number.
 */
export function spoken(text: string): string {
  return text.replace(/(\d)[\u2009\u202f](\d)/g, '$1$2')
}
