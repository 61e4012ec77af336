/** No letter has more; composing takes the longer the more there are, by their square. */
const ENDLESS_MARKS = /(\p{M}{8})\p{M}+/gu
/**
 * What joins or colours emoji stays. What is not seen goes: format characters (soft hyphens, joiners, marks of
 * direction), fillers, and selectors that only look different.
 */
const UNSEEN =
  /((?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d)|(?!\ufe0f)(?:\p{Default_Ignorable_Code_Point}|\p{Cf})/gu
const SPACES = /[\p{Zs}\p{Zl}\p{Zp}\t\u2800]|(?![\r\n])\p{Cc}/gu
/** The minus among them, which is no dash to Unicode. */
const DASHES = /[\p{Pd}\u2212]/gu

/**
 * A text as it was meant: letters composed, what cannot be seen dropped, spaces and dashes of every kind
 * plain. Everything that is typed or pasted passes here first; lines stay lines.
 */
export function plainText(text: string): string {
  return text
    .replace(ENDLESS_MARKS, '$1')
    .replace(UNSEEN, '$1')
    .normalize()
    .replace(SPACES, ' ')
    .replace(DASHES, '-')
}

/** The same with digits of any script, width or frame as plain ones: `１２`, `١٢`, `①②`, `1️⃣2️⃣`. */
export function plainDigits(text: string): string {
  return plainText(text.replace(ENDLESS_MARKS, '$1').normalize('NFKC'))
    .replace(/\p{M}/gu, '')
    .replace(/\p{Nd}/gu, plainDigit)
}

const isDigit = (codePoint: number) => /\p{Nd}/u.test(String.fromCodePoint(codePoint))

/** Unicode has the ten digits of a script in a row, the zero first. */
function plainDigit(digit: string): string {
  const codePoint = digit.codePointAt(0) ?? 0
  let zero = codePoint
  while (isDigit(zero - 1)) zero -= 1
  return String((codePoint - zero) % 10)
}
