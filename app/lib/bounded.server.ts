import { z } from 'zod'

/**
 * A list from outside. Its length is looked at before any entry: `z.array(item).max(n)` would check
 * each of a hundred thousand before it says that there are too many, and without `abort` a pipe would
 * go on with a list that was refused.
 */
export function boundedList<Item extends z.ZodType>(
  item: Item,
  { min = 0, max }: { min?: number; max: number },
) {
  const abort = true
  return z.array(z.unknown()).min(min, { abort }).max(max, { abort }).pipe(z.array(item))
}

/** Names and values from outside; how many there are is looked at before any of them. */
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
