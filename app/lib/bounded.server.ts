import { z } from 'zod'

/**
 * A list from outside with a limit that is checked before any entry. `z.array(item).max(n)` checks
 * all entries first, and without `abort` a pipe continues with a refused list.
 */
export function boundedList<Item extends z.ZodType>(
  item: Item,
  { min = 0, max }: { min?: number; max: number },
) {
  const abort = true
  return z.array(z.unknown()).min(min, { abort }).max(max, { abort }).pipe(z.array(item))
}

/** Names and values from outside, with a limit that is checked before any of them. */
export function boundedRecord<Value extends z.ZodType>(
  value: Value,
  { longestName, max }: { longestName: number; max: number },
) {
  return z
    .custom<Record<string, unknown>>(
      (given) => typeof given === 'object' && given !== null && Object.keys(given).length <= max,
    )
    .pipe(z.record(z.string().max(longestName), value))
}

/** Text from outside as JSON; null for other text. */
export function fromJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
