/** Places of a mask for characters of the value (specification 5.6). */
const PLACES: Record<string, RegExp> = { '#': /\d/, '@': /\p{L}/u, '*': /[\d\p{L}]/u }

/**
 * Formats `value` with `mask`: `#` stands for a digit, `@` for a letter, `*` for either, other characters are
 * copied. Skips characters of the value that do not fit, and stops at its end.
 */
export function applyMask(value: string, mask: string): string {
  const left = Array.from(value)
  let output = ''
  let pending = ''
  for (const place of mask) {
    const fits = PLACES[place]
    if (fits) {
      const at = left.findIndex((character) => fits.test(character))
      if (at < 0) return output
      output += pending + left.splice(0, at + 1).at(-1)
      pending = ''
    } else pending += place
  }
  return output + pending
}

/** Groups a card number by four digits: `1234567890123456` → `1234 5678 9012 3456` (specification 5.5). */
export function groupInFours(number: string): string {
  return number.replace(/\s/g, '').replace(/(.{4})(?=.)/g, '$1 ')
}
