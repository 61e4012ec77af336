import { z } from 'zod'

/** An instant as the gateways write it: RFC 3339 with a zone. */
export const instant = z.iso.datetime({ offset: true })

/** A calendar day, `YYYY-MM-DD`. */
export const day = z.iso.date()

/** An identifier: never arithmetic on it, with leading zeros. */
export const id = z.string().min(1)

/** Money in kopecks. */
export const kopecks = z.number().int()

/** Stars (points). */
export const stars = z.number().int()

/** No list of the contract is longer, all stores and all categories included. */
const MOST_ENTRIES = 20_000
/** Ten times what may be asked for at a time: of a gateway that gives all at once, what a phone can show. */
const MOST_SHOWN = 500
/** Of one answer: the first say what is wrong. */
const MOST_LOSSES = 20

/**
 * How an answer is being read. A tolerant reading leaves out what it cannot read and goes on; when
 * it has, a strict one of the same answer tells what that was, with whole paths. Reading never
 * awaits, so answers cannot mix.
 */
let reading = { isStrict: false, losses: 0 }

type Issue = z.core.$ZodRawIssue & { isReported?: true }

type Read<Value> = { isGood: true; value: Value } | { isGood: false; issues: readonly Issue[] }

/**
 * What a schema makes of a piece of an answer. Its own `safeParse` would make an error of each misfit, with a
 * stack: of a list of twenty thousand that is seconds without an answer to anyone else.
 */
function read<Schema extends z.ZodType>(schema: Schema, piece: unknown): Read<z.output<Schema>> {
  const made = schema._zod.run({ value: piece, issues: [] }, { async: false })
  if (made instanceof Promise) throw new z.core.$ZodAsyncError()
  const { value, issues } = made
  return issues.length === 0
    ? { isGood: true, value: value as z.output<Schema> }
    : { isGood: false, issues }
}

/** Leaves a piece of an answer out; in a strict reading its faults are those of the answer. */
function leaveOut(context: z.RefinementCtx, issues: readonly Issue[], at: number[] = []): void {
  if (!reading.isStrict) reading.losses += 1
  else tell(context, issues, at)
}

function tell(context: z.RefinementCtx, issues: readonly Issue[], at: number[]): void {
  for (const issue of issues) {
    if (reading.isStrict && !issue.isReported && (reading.losses += 1) > MOST_LOSSES) continue
    const reported = { ...issue, isReported: true, path: [...at, ...(issue.path ?? [])] }
    context.issues.push(reported as z.core.$ZodRawIssue)
  }
}

/** How a schema reads another one, which it hides. */
interface PromiseOf {
  need: 'maybe' | 'orElse' | 'list'
  inner: z.ZodType
}

const promises = new WeakMap<z.ZodType, PromiseOf>()

/** What `maybe`, `orElse` or `listOf` made this schema of; undefined for any other. */
export const promiseOf = (schema: z.ZodType): PromiseOf | undefined => promises.get(schema)

function promising<Made extends z.ZodType>(made: Made, promise: PromiseOf): Made {
  promises.set(made, promise)
  return made
}

/**
 * A value that an answer may lack: missing or null it is undefined, and so it is when it cannot be
 * read, which is a loss.
 */
export function maybe<Schema extends z.ZodType>(schema: Schema) {
  const made = z
    .unknown()
    .transform((value, context): z.output<Schema> | undefined => {
      if (value === null) return undefined
      const made = read(schema, value)
      if (made.isGood) return made.value
      leaveOut(context, made.issues)
      return undefined
    })
    .optional()
  return promising(made, { need: 'maybe', inner: schema })
}

/** A value that the contract promises and a screen can do without: else the fallback, and a loss. */
export function orElse<Schema extends z.ZodType, Fallback>(schema: Schema, fallback: Fallback) {
  // Optional before the transformation: after it, a missing key would be undefined and no fallback.
  const made = z
    .unknown()
    .optional()
    .transform((value, context): z.output<Schema> | Fallback => {
      const made = read(schema, value)
      if (made.isGood) return made.value
      leaveOut(context, made.issues)
      return fallback
    })
  return promising(made, { need: 'orElse', inner: schema })
}

/** Of a list that lacks entries: how many the answer had, and where in it those that are left stood. */
const lacking = new WeakMap<readonly unknown[], { size: number; places: number[] }>()

/** How many entries a list had, those that could not be read included. */
export const sizeOf = (list: readonly unknown[]): number => lacking.get(list)?.size ?? list.length

/** Where in its answer an entry stood, by its place among those that could be read; from 0. */
export const placeIn = (list: readonly unknown[], place: number): number =>
  lacking.get(list)?.places[place] ?? place

/**
 * A list that survives a bad entry: what breaks the contract is left out, the rest is stored,
 * so that one odd coupon does not cost the shopper all of them. A list of which nothing can be read
 * is a broken answer and not an empty list; where it is a mere adornment, say `orElse(…, [])`.
 * @param isNeeded whether the list is of no use without this entry, as received
 * @param most entries that are read; more are a loss
 */
export function listOf<Item extends z.ZodType>(
  item: Item,
  isNeeded: (entry: unknown) => boolean = () => false,
  most = MOST_ENTRIES,
) {
  const made = z.array(z.unknown()).transform((entries, context) => {
    // Before the errors of entries: of a long list only the first ones are reported.
    if (entries.length > most) leaveOut(context, [tooLong(entries, most)])
    let first: readonly Issue[] | undefined
    const places: number[] = []
    const entriesRead = entries.slice(0, most).flatMap((entry, index): z.output<Item>[] => {
      const made = read(item, entry)
      if (made.isGood) {
        places.push(index)
        return [made.value]
      }
      first ??= made.issues
      if (isNeeded(entry)) tell(context, made.issues, [index])
      else leaveOut(context, made.issues, [index])
      return []
    })
    if (first || entries.length > most) lacking.set(entriesRead, { size: entries.length, places })
    if (first && entriesRead.length === 0 && !reading.isStrict) tell(context, first, [0])
    return entriesRead
  })
  return promising(made, { need: 'list', inner: item })
}

const tooLong = (input: unknown[], maximum: number): Issue => ({
  code: 'too_big',
  origin: 'array',
  maximum,
  input,
})

/** A list of which a screen shows every entry, and which its gateway gives by pages or keeps short: 500 at most. */
export const shownListOf = <Item extends z.ZodType>(item: Item) =>
  listOf(item, undefined, MOST_SHOWN)

/** What is wrong and where, for the log: `coupons.[].title: invalid_type`. Holds no values. */
export function issuesOf({ issues }: z.ZodError): string[] {
  const reported = issues.map(({ path, code }) => {
    const place = path.map((part) => (typeof part === 'number' ? '[]' : String(part))).join('.')
    return `${place}: ${code}`
  })
  return [...new Set(reported)]
}

/** Parses, and says what was left out and why. */
export function parseNotingLosses<Schema extends z.ZodType>(schema: Schema, value: unknown) {
  try {
    reading = { isStrict: false, losses: 0 }
    const result = schema.safeParse(value)
    if (!result.success || reading.losses === 0) return { result, losses: [] }
    reading = { isStrict: true, losses: 0 }
    const { error } = schema.safeParse(value)
    return { result, losses: error ? issuesOf(error) : [] }
  } finally {
    reading = { isStrict: false, losses: 0 }
  }
}

/** A code of an error: a name. Anything else might be a phone, a token, a page. */
export const errorCode = z.string().regex(/^[A-Za-z][\w.-]{0,63}$/)

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

/** An answer with an irrelevant body (204, or any). */
export const nothing = z.unknown().transform(() => undefined)
