/**
 * The form of a Russian noun for a count: 1 звезда, 2 звезды, 5 звёзд, 1,5 звезды. Same result as
 * `Intl.PluralRules`, which takes a page time to create.
 */
export function plural(count: number, one: string, few: string, many: string): string {
  if (!Number.isInteger(count)) return few
  const tens = Math.abs(count) % 100
  const ones = tens % 10
  if (ones === 0 || ones > 4 || (tens > 10 && tens < 20)) return many
  return ones === 1 ? one : few
}
