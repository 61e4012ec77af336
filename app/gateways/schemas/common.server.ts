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

/** The programme's currency; may be negative. */
export const points = z.number().int()

/** The longest list of the contract, including all stores and all categories. */
const MAX_ENTRIES = 20_000
/** Ten pages: the limit of entries on a screen, for a gateway that ignores the page size. */
const MAX_SHOWN = 500
/** Reported losses of each list and object; the first ones explain the problem. */
const MAX_LOSSES = 20

/** A tolerant reading notes that it dropped something; a second one then collects the paths. */
let hasLosses = false
let isCollecting = false

type Issues = readonly z.core.$ZodRawIssue[]

/**
 * Parses a piece without errors and stacks. `safeParse` would create one for each misfit, and block
 * the event loop for seconds on a long list.
 */
function read<Schema extends z.ZodType>(schema: Schema, piece: unknown) {
  const made = schema._zod.run({ value: piece, issues: [] }, { async: false })
  if (made instanceof Promise) throw new z.core.$ZodAsyncError()
  return { value: made.value as z.output<Schema>, issues: made.issues as Issues }
}

/** Drops a piece of a response; its issues are collected in the second reading. */
function leaveOut(context: z.RefinementCtx, issues: Issues, at: number[] = []): void {
  hasLosses = true
  if (isCollecting) report(context, issues, at)
}

function report(context: z.RefinementCtx, issues: Issues, at: number[]): void {
  for (const issue of issues.slice(0, MAX_LOSSES - context.issues.length))
    context.issues.push({ ...issue, path: [...at, ...(issue.path ?? [])] })
}

/** How a schema treats the schema that it wraps. */
interface Wrapping {
  need: 'maybe' | 'orElse' | 'list'
  inner: z.ZodType
}

const wrappings = new WeakMap<z.ZodType, Wrapping>()

function wrapping<Made extends z.ZodType>(need: Wrapping['need'], inner: z.ZodType, made: Made) {
  wrappings.set(made, { need, inner })
  return made
}

/** Which of `maybe`, `orElse` and `getList` made a schema, and from which; undefined for other schemas. */
export const getPromise = (schema: z.ZodType) => wrappings.get(schema)

const readOr =
  <Schema extends z.ZodType, Fallback>(inner: Schema, fallback: Fallback) =>
  (piece: unknown, context: z.RefinementCtx): z.output<Schema> | Fallback => {
    const { value, issues } = read(inner, piece)
    if (issues.length === 0) return value
    leaveOut(context, issues)
    return fallback
  }

/**
 * An optional value: undefined when missing, null or unreadable. Unreadable values are reported.
 */
export function maybe<Schema extends z.ZodType>(inner: Schema) {
  const readPiece = readOr(inner, undefined)
  const made = z
    .unknown()
    .transform((piece, context) => (piece === null ? undefined : readPiece(piece, context)))
    .optional()
  return wrapping('maybe', inner, made)
}

/**
 * A promised value that the screen can do without. The fallback replaces a missing or unreadable value, and
 * the loss is reported.
 */
export function orElse<Schema extends z.ZodType, Fallback>(inner: Schema, fallback: Fallback) {
  // Optional before the transform: after it, a missing key would be undefined instead of the
  // fallback.
  return wrapping('orElse', inner, z.unknown().optional().transform(readOr(inner, fallback)))
}

/** For lists without some entries: the original length, and the original index of each entry. */
const lacking = new WeakMap<readonly unknown[], { size: number; places: number[] }>()

/** The number of entries in the response, including unreadable ones. */
export const getSize = (list: readonly unknown[]): number => lacking.get(list)?.size ?? list.length

/** The original index of an entry in its response, from 0. */
export const placeIn = (list: readonly unknown[], place: number): number =>
  lacking.get(list)?.places[place] ?? place

/**
 * A list that drops invalid entries, so that one invalid coupon does not hide all others. Entries of
 * which none is readable break the contract; for a mere adornment use `orElse(…, [])`.
 * @param isNeeded whether the list is useless without this raw entry
 * @param max the limit of entries; more are dropped and reported
 */
export function getList<Item extends z.ZodType>(
  inner: Item,
  isNeeded: (entry: unknown) => boolean = () => false,
  max = MAX_ENTRIES,
) {
  const made = z.array(z.unknown()).transform((entries, context) => {
    // Before the errors of entries, because only the first issues of a long list are reported.
    if (entries.length > max) leaveOut(context, [tooLong(entries, max)])
    let firstIssues: Issues | undefined
    const places: number[] = []
    const found: z.output<Item>[] = []
    for (const [index, entry] of entries.slice(0, max).entries()) {
      const { value, issues } = read(inner, entry)
      if (issues.length === 0) {
        places.push(index)
        found.push(value)
        continue
      }
      firstIssues ??= issues
      if (isNeeded(entry)) report(context, issues, [index])
      else leaveOut(context, issues, [index])
    }
    if (found.length < entries.length) lacking.set(found, { size: entries.length, places })
    if (firstIssues && found.length === 0 && !isCollecting) report(context, firstIssues, [0])
    return found
  })
  return wrapping('list', inner, made)
}

const tooLong = (input: unknown[], maximum: number): z.core.$ZodRawIssue => ({
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

/** Parses a value and returns the dropped paths with reasons. Reading is synchronous, so two cannot mix. */
export function parseNotingLosses<Schema extends z.ZodType>(schema: Schema, value: unknown) {
  hasLosses = false
  const result = schema.safeParse(value)
  if (!result.success || !hasLosses) return { result, losses: [] }
  isCollecting = true
  try {
    const { error } = schema.safeParse(value)
    return { result, losses: error ? getIssues(error) : [] }
  } finally {
    isCollecting = false
  }
}

/** The format of error codes; any other text might be a phone, a token or a page. */
const errorCode = z.string().regex(/^[A-Za-z][\w.-]{0,63}$/)

/** The body of a refusal; any part may be missing or invalid without loss of the rest. */
export const errorResponse = z.object({
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

/** A response without a relevant body (204, or any). */
export const nothing = z.unknown().transform(() => undefined)
