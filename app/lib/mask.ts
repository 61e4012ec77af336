const accepts: Record<string, RegExp> = {
  '#': /\d/,
  '@': /\p{L}/u,
  '*': /[\p{L}\d]/u,
}

/**
 * Lays the characters of `value` out in `mask`: `#` takes a digit, `@` a letter, `*` either
 * (section 5); everything else in the mask is printed as it stands. Characters that the next
 * place does not take are passed over, and the output ends where the value does.
 */
export function applyMask(value: string, mask: string): string {
  const characters = [...value]
  let output = ''
  let pending = ''
  for (const place of mask) {
    const wanted = accepts[place]
    if (!wanted) {
      pending += place
      continue
    }
    let next = characters.shift()
    while (next !== undefined && !wanted.test(next)) next = characters.shift()
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
