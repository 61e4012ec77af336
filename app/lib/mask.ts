/**
 * Lays the digits of `value` out in `mask`: `#` takes one (section 5), everything else is printed as
 * it stands. What is no digit is passed over, and the output ends where the value does.
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

/** A card number in groups of four: `1234567890123456` → `1234 5678 9012 3456` (section 5). */
export function groupInFours(number: string): string {
  return number.replace(/\s/g, '').replace(/(.{4})(?=.)/g, '$1 ')
}
