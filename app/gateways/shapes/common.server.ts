import { z } from 'zod/v4'

/** An instant as the gateways write it: RFC 3339 with a zone. */
export const instant = z.iso.datetime({ offset: true })

/** A calendar day, `YYYY-MM-DD`. */
export const day = z.iso.date()

/** An identifier: never arithmetic on it, leading zeros kept. */
export const id = z.string().min(1)

/** Money in kopecks. */
export const kopecks = z.number().int()

/** Stars (points). */
export const stars = z.number().int()

/** No list of the contract is longer, all stores and all categories included. */
const MOST_ENTRIES = 20_000
/** Of one answer: the first say what is wrong. */
const MOST_LOSSES = 50

// Set while an answer is parsed; parsing never awaits, so answers cannot mix.
let losses: string[] | null = null

function note(loss: string): void {
  if (losses && losses.length < MOST_LOSSES) losses.push(loss)
}

/**
 * A list that survives a bad entry: what breaks the contract is left out, the rest is kept,
 * so that one odd coupon does not cost the shopper all of them. A list of which nothing can be read
 * is a broken answer and not an empty list; where it is a mere adornment, say `.catch([])`.
 */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.array(z.unknown()).transform((entries, context) => {
    const kept = entries.slice(0, MOST_ENTRIES).flatMap((entry): z.output<Item>[] => {
      const parsed = item.safeParse(entry)
      if (parsed.success) return [parsed.data]
      for (const { path, code } of parsed.error.issues) note(`[].${path.join('.')}: ${code}`)
      return []
    })
    if (entries.length > 0 && kept.length === 0)
      context.addIssue({ code: 'custom', message: 'no entry is readable' })
    return kept
  })
}

/** Parses, and says what was wrong with the entries that lists left out: paths, no values. */
export function parseNotingLosses<Schema extends z.ZodType>(schema: Schema, value: unknown) {
  const noted: string[] = []
  losses = noted
  try {
    return { result: schema.safeParse(value), losses: noted }
  } finally {
    losses = null
  }
}

export const pagination = z.object({
  limit: z.number().int(),
  offset: z.number().int(),
  totalCount: z.number().int(),
  hasMore: z.boolean(),
  nextOffset: z.number().int().nullable(),
})
export type Pagination = z.output<typeof pagination>

/** One page of a list: `limit` is at most 50. */
export const page = z.object({
  limit: z.number().int().min(1).max(50),
  offset: z.number().int().min(0),
})
export type Page = z.output<typeof page>

/** A code of an error: a name. Anything else might be a phone, a token, a page. */
const errorCode = z.string().regex(/^[A-Za-z][\w.-]{0,63}$/)

/** What a gateway says when it refuses; every part may be missing or odd without costing the rest. */
export const errorAnswer = z.object({
  code: errorCode.optional().catch(undefined),
  message: z.string().optional().catch(undefined),
  fields: listOf(
    z.object({
      name: z.string(),
      code: errorCode,
      message: z.string().optional().catch(undefined),
    }),
  )
    .optional()
    .catch(undefined),
})

/** An answer whose body is of no interest (204, or any). */
export const nothing = z.unknown().transform(() => undefined)
