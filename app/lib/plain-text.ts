/** Text for an element or a quoted attribute of HTML or XML. */
export const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** No letter needs more combining marks, and the time to compose grows with their square. */
const ENDLESS_MARKS = /(\p{M}{8})\p{M}+/gu
/**
 * Invisible characters to remove: format characters (soft hyphens, joiners, direction marks),
 * fillers, variation selectors. Joiners and modifiers of emoji stay.
 */
const UNSEEN =
  /((?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d)|(?!\ufe0f)(?:\p{Default_Ignorable_Code_Point}|\p{Cf})/gu
const SPACES = /[\p{Zs}\p{Zl}\p{Zp}\u2800]/gu
const CONTROLS = /(?![\r\n])\p{Cc}/gu
/** Includes the minus, which Unicode does not count as a dash. */
const DASHES = /[\p{Pd}\u2212]/gu

/** Most texts of gateways need no cleaning. */
const CLEAN = /^[\n\r\x20-\x7e\u00a0«»\u0401\u0410-\u044f\u0451–—№₽]*$/

/**
 * Cleans text that a screen shows as it is: composes letters and removes invisible characters, such as
 * direction marks and soft hyphens. All texts of gateways pass through this function.
 */
export function seenText(text: string): string {
  if (CLEAN.test(text)) return text
  return text.replace(ENDLESS_MARKS, '$1').replace(UNSEEN, '$1').normalize().replace(CONTROLS, ' ')
}

/**
 * Normalises typed or pasted text: as `seenText`, with plain spaces and dashes. Line breaks stay.
 * All input passes through this function.
 */
export function plainText(text: string): string {
  return seenText(text).replace(SPACES, ' ').replace(DASHES, '-')
}

/**
 * Normalises text and converts digits of any script, width or frame to ASCII: `１２`, `١٢`, `①②`,
 * `1️⃣2️⃣`.
 */
export function plainDigits(text: string): string {
  return plainText(text.replace(ENDLESS_MARKS, '$1').normalize('NFKC'))
    .replace(/\p{M}/gu, '')
    .replace(/\p{Nd}/gu, plainDigit)
}

const isDigit = (codePoint: number) => /\p{Nd}/u.test(String.fromCodePoint(codePoint))

/** In Unicode the ten digits of a script follow each other, zero first. */
function plainDigit(digit: string): string {
  const codePoint = digit.codePointAt(0) ?? 0
  let zero = codePoint
  while (isDigit(zero - 1)) zero -= 1
  return String((codePoint - zero) % 10)
}

/**
 * Removes separators between the digits of a number and converts them to ASCII. Linear in time;
 * callers bound the input.
 */
export function withoutSeparators(input: string): string {
  return plainDigits(input).replace(/[\s-]/g, '')
}

/** Removes all repetitions of a character at the end, in linear time. */
export function withoutEnd(text: string, character: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === character) end--
  return text.slice(0, end)
}
