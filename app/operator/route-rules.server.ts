import { z } from 'zod'

const ORIGIN = 'https://own.invalid'

/** As browsers send it: percent-encoded beyond ASCII, in capitals. */
function encoded(text: string): string {
  const whole = /\p{Cs}/u.test(text) ? text : text.normalize('NFC')
  return whole
    .replace(/\P{ASCII}+/gu, (letters) =>
      /\p{Cs}|\s/u.test(letters) ? letters : encodeURIComponent(letters),
    )
    .replace(/%[\da-f]{2}/gi, (code) => code.toUpperCase())
}

const ascii = z
  .string()
  .regex(/^\/(?![/\\])/, { error: 'must be a path that begins with one slash' })
  .regex(/^[\x21-\x7e]*$/, { error: 'must have no spaces or control characters' })
const path = z.string().transform(encoded).pipe(ascii)
const from = z
  .string()
  .transform(encoded)
  .pipe(
    ascii
      .regex(/^[^?#*]*(\/\*)?$/, { error: 'must have no query and no star but a last /*' })
      .refine((value) => value !== '/*', { error: 'must not take the whole site' }),
  )
/** Encoded for a header. */
const elsewhere = z
  .url({ protocol: /^https?$/ })
  .transform((url) => (/[^\x21-\x7e]/.test(url) && URL.canParse(url) ? new URL(url).href : url))
const to = z.union([path, elsewhere], {
  error: 'must be a path of this site or an http(s) address',
})

const ruleShape = z.strictObject({
  from,
  to,
  status: z.union([z.literal(301), z.literal(302), z.literal(307), z.literal(308)]).default(302),
})

/** A moved address: `/old` only, or with `/old/*` everything below it. */
export type RouteRule = z.output<typeof ruleShape>

export interface RuleMatch {
  /** The target, with the visitor's query unless the rule has one. */
  location: string
  status: RouteRule['status']
  /** Leaves this site: needs a document load. */
  isExternal: boolean
}

const isExternal = (rule: RouteRule) => !rule.to.startsWith('/')

const indexes = new WeakMap<readonly RouteRule[], ReadonlyMap<string, RouteRule>>()

/** An index of the rules: old sites leave thousands, and every request is matched. */
function createIndex(rules: readonly RouteRule[]): ReadonlyMap<string, RouteRule> {
  let index = indexes.get(rules)
  if (!index) indexes.set(rules, (index = new Map(rules.map((rule) => [rule.from, rule]))))
  return index
}

/** The rule of a path: the exact one, or the one with the longest prefix. */
function findRule(rules: readonly RouteRule[], pathname: string): RouteRule | undefined {
  const index = createIndex(rules)
  let rule = index.get(pathname)
  for (let path = pathname; !rule && path; path = path.slice(0, path.lastIndexOf('/')))
    rule = index.get(`${path}/*`)
  return rule
}

/** The target of an address (path and query) of this site; null without a rule. */
export function matchRoute(rules: readonly RouteRule[], url: string): RuleMatch | null {
  const { pathname, search } = new URL(url, ORIGIN)
  const rule = findRule(rules, encoded(pathname))
  if (!rule) return null
  // The query may be private and stays on this site.
  const keepsQuery = !isExternal(rule) && !/^[^#]*\?/.test(rule.to)
  return {
    location: keepsQuery ? rule.to.replace(/#.*|$/, (fragment) => search + fragment) : rule.to,
    status: rule.status,
    isExternal: isExternal(rule),
  }
}

/**
 * Whether the redirects from this rule on form a loop.
 * @param ending rules without a loop, from earlier calls; this call adds those that it finds
 */
function leadsInCircles(
  rules: readonly RouteRule[],
  start: RouteRule,
  ending: Set<RouteRule>,
): boolean {
  const seen = new Set<RouteRule>()
  let rule: RouteRule | undefined = start
  while (rule && !isExternal(rule) && !ending.has(rule)) {
    if (seen.has(rule)) return true
    seen.add(rule)
    const { pathname } = new URL(rule.to, ORIGIN)
    rule = findRule(rules, pathname)
    // The edge removes a trailing slash.
    if (!rule && pathname.endsWith('/')) rule = findRule(rules, pathname.slice(0, -1))
  }
  for (const each of seen) ending.add(each)
  return false
}

const fileShape = z.array(ruleShape).superRefine((rules, issues) => {
  const sources = new Set<string>()
  const ending = new Set<RouteRule>()
  rules.forEach((rule, at) => {
    const isTwice = sources.has(rule.from)
    sources.add(rule.from)
    if (isTwice) issues.addIssue({ code: 'custom', path: [at, 'from'], message: 'is there twice' })
    if (leadsInCircles(rules, rule, ending))
      issues.addIssue({ code: 'custom', path: [at, 'to'], message: 'leads in circles' })
  })
})

/**
 * Reads the operator's file of rules.
 * @throws Error naming every error with its position
 */
export function parseRouteRules(text: string): RouteRule[] {
  const parsed = fileShape.safeParse(JSON.parse(text))
  if (parsed.success) return parsed.data
  const errors = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  throw new Error(`The route rules have errors: ${errors.join('; ')}`)
}
