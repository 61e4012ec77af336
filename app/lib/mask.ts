/**
 * Formats the digits of `value` with `mask`: `#` stands for a digit (specification 5.6), other characters
 * are copied. Skips other characters of the value, and stops at its end.
 */
export function applyMask(value: string, mask: string): string {
  const digits = value.replace(/\D/g, '')
  let used = 0
  let output = ''
  let pending = ''
  for (const place of mask) {
    if (place !== '#') {
      pending += place
      continue
    }
    const next = digits[used++]
    if (next === undefined) return output
    output += pending + next
    pending = ''
  }
  return output + pending
}

/** Groups a card number by four digits: `1234567890123456` → `1234 5678 9012 3456` (specification 5.5). */
export function groupInFours(number: string): string {
  return number.replace(/\s/g, '').replace(/(.{4})(?=.)/g, '$1 ')
}
