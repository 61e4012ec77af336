/**
 * The form of a Russian noun that goes with a count: 1 звезда, 2 звезды, 5 звёзд, 1,5 звезды. As `Intl.PluralRules` has
 * it, which a page would wait for.
 */
export function plural(count: number, one: string, few: string, many: string): string {
  if (!Number.isInteger(count)) return few
  const tens = Math.abs(count) % 100
  const ones = tens % 10
  if (ones === 0 || ones > 4 || (tens > 10 && tens < 20)) return many
  return ones === 1 ? one : few
}
