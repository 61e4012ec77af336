import { z } from 'zod'

import { seenText } from '~/lib/plain-text'

/** An instant in RFC 3339 with a zone. */
export const instant = z.iso.datetime({ offset: true })

/** A calendar day, `YYYY-MM-DD`. */
export const day = z.iso.date()

/** A text for people; identifiers, codes and addresses stay as they are. */
export const shownText = z.string().overwrite(seenText)

/** An identifier, a string with possible leading zeros. */
export const id = z.string().min(1)

/** Money in kopecks. */
export const kopecks = z.number().int()

/** Stars (points). */
export const stars = z.number().int()

/** The longest list of the contract, including all stores and all categories. */
const MAX_ENTRIES = 20_000
/** Ten pages: the limit of entries on a screen, for a gateway that ignores the page size. */
const MAX_SHOWN = 500
/** Reported losses of one answer; the first ones explain the problem. */
const MAX_LOSSES = 20

/**
 * The current reading. A tolerant reading drops unreadable parts; if it dropped any, a strict one
 * collects their paths. Reading is synchronous, so answers cannot mix.
 */
let reading = { isStrict: false, losses: 0 }

type Issue = z.core.$ZodRawIssue & { isReported?: true }

type Read<Value> = { isGood: true; value: Value } | { isGood: false; issues: readonly Issue[] }

/**
 * Parses a piece without errors and stacks. `safeParse` would create one for each misfit, and block
 * the event loop for seconds on a long list.
 */
function read<Schema extends z.ZodType>(schema: Schema, piece: unknown): Read<z.output<Schema>> {
  const made = schema._zod.run({ value: piece, issues: [] }, { async: false })
  if (made instanceof Promise) throw new z.core.$ZodAsyncError()
  const { value, issues } = made
  return issues.length === 0
    ? { isGood: true, value: value as z.output<Schema> }
    : { isGood: false, issues }
}

/** Drops a piece of an answer; a strict reading reports its issues. */
function leaveOut(context: z.RefinementCtx, issues: readonly Issue[], at: number[] = []): void {
  if (!reading.isStrict) reading.losses += 1
  else tell(context, issues, at)
}

function tell(context: z.RefinementCtx, issues: readonly Issue[], at: number[]): void {
  for (const issue of issues) {
    if (reading.isStrict && !issue.isReported && (reading.losses += 1) > MAX_LOSSES) continue
    const reported = { ...issue, isReported: true, path: [...at, ...(issue.path ?? [])] }
    context.issues.push(reported as z.core.$ZodRawIssue)
  }
}

/** How a schema treats the schema that it wraps. */
interface PromiseOf {
  need: 'maybe' | 'orElse' | 'list'
  inner: z.ZodType
}

const promises = new WeakMap<z.ZodType, PromiseOf>()

/** The options of `maybe`, `orElse` or `getList` behind a schema; undefined for other schemas. */
export const getPromise = (schema: z.ZodType): PromiseOf | undefined => promises.get(schema)

function promising<Made extends z.ZodType>(made: Made, promise: PromiseOf): Made {
  promises.set(made, promise)
  return made
}

/**
 * An optional value: undefined when missing, null or unreadable. Unreadable values are reported.
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

/**
 * A promised value that the screen can do without. The fallback replaces a missing or unreadable value, and
 * the loss is reported.
 */
export function orElse<Schema extends z.ZodType, Fallback>(schema: Schema, fallback: Fallback) {
  // Optional before the transform: after it, a missing key would be undefined instead of the
  // fallback.
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

/** For lists without some entries: the original length, and the original index of each entry. */
const lacking = new WeakMap<readonly unknown[], { size: number; places: number[] }>()

/** The number of entries in the answer, including unreadable ones. */
export const getSize = (list: readonly unknown[]): number => lacking.get(list)?.size ?? list.length

/** The original index of an entry in its answer, from 0. */
export const placeIn = (list: readonly unknown[], place: number): number =>
  lacking.get(list)?.places[place] ?? place

/**
 * A list that drops invalid entries, so that one invalid coupon does not hide all others. A list
 * without a readable entry breaks the contract; for a mere adornment use `orElse(…, [])`.
 * @param isNeeded whether the list is useless without this raw entry
 * @param most the limit of entries; more are dropped and reported
 */
export function getList<Item extends z.ZodType>(
  item: Item,
  isNeeded: (entry: unknown) => boolean = () => false,
  most = MAX_ENTRIES,
) {
  const made = z.array(z.unknown()).transform((entries, context) => {
    // Before the errors of entries, because only the first issues of a long list are reported.
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

/** A list of which a screen shows every entry: at most 500. */
export const getShownList = <Item extends z.ZodType>(item: Item) =>
  getList(item, undefined, MAX_SHOWN)

/** Paths and reasons for the log: `coupons.[].title: invalid_type`. Holds no values. */
export function getIssues({ issues }: z.ZodError): string[] {
  const reported = issues.map(({ path, code }) => {
    const place = path.map((part) => (typeof part === 'number' ? '[]' : String(part))).join('.')
    return `${place}: ${code}`
  })
  return [...new Set(reported)]
}

/** Parses a value and returns the dropped paths with reasons. */
export function parseNotingLosses<Schema extends z.ZodType>(schema: Schema, value: unknown) {
  try {
    reading = { isStrict: false, losses: 0 }
    const result = schema.safeParse(value)
    if (!result.success || reading.losses === 0) return { result, losses: [] }
    reading = { isStrict: true, losses: 0 }
    const { error } = schema.safeParse(value)
    return { result, losses: error ? getIssues(error) : [] }
  } finally {
    reading = { isStrict: false, losses: 0 }
  }
}

/** The format of error codes; any other text might be a phone, a token or a page. */
const errorCode = z.string().regex(/^[A-Za-z][\w.-]{0,63}$/)

/** The body of a refusal; any part may be missing or invalid without loss of the rest. */
export const errorAnswer = z.object({
  code: errorCode.optional().catch(undefined),
  message: z.string().optional().catch(undefined),
  fields: getList(
    z.object({
      name: z.string(),
      code: errorCode,
      message: z.string().optional().catch(undefined),
    }),
  )
    .optional()
    .catch(undefined),
})

/** An answer without a relevant body (204, or any). */
export const nothing = z.unknown().transform(() => undefined)
