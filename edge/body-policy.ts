import type { RouteId } from '../app/routes'

/** No page of ours posts a form in parts. */
const FORMS = ['application/x-www-form-urlencoded']
const JSON_ONLY = ['application/json']
const REPORTS = ['application/csp-report', 'application/reports+json']
const KILOBYTE = 1024

/** What a route takes by POST, and from whom: all that is asked before a body is read. */
export interface BodyPolicy {
  types: readonly string[]
  largestBytes: number
  /** Whether only this site's own pages may post. */
  isOwnOnly: boolean
  /** Whether the poster has to show the relay's bearer. */
  isRelay: boolean
  /** Whether it is a step of signing in. */
  isSignIn: boolean
  /** The limit of an address that a post takes a point of. */
  limit: 'writes' | 'cspReports'
  /** Whether a file is sent while it is made: the framework would read it whole to answer with data. */
  isFile: boolean
}

const form: BodyPolicy = {
  types: FORMS,
  largestBytes: 64 * KILOBYTE,
  isOwnOnly: true,
  isRelay: false,
  isSignIn: false,
  limit: 'writes',
  isFile: false,
}
const signIn: BodyPolicy = { ...form, isSignIn: true }
const json: BodyPolicy = { ...form, types: JSON_ONLY }

/** By the route's id and never by the spelling of an address: the router knows many spellings. */
export const bodyPolicies: Readonly<Partial<Record<RouteId, BodyPolicy>>> = {
  'sign-in/login.screen': signIn,
  'sign-in/code.screen': signIn,
  'sign-in/resend.action': signIn,
  'sign-in/registration.screen': signIn,
  'my-data/take.action': { ...form, isFile: true },
  'analytics/events.resource': json,
  'platform/errors.resource': json,
  // A report of the policy changes nothing and may come from anywhere: browsers send it without
  // an origin. So another site's visitors must not spend what forms have.
  'platform/csp-reports.resource': {
    ...form,
    types: REPORTS,
    largestBytes: 16 * KILOBYTE,
    isOwnOnly: false,
    limit: 'cspReports',
  },
  // For the operator's programs: they have no page of ours, and no cookie of a shopper's counts
  // there, only their bearer. 500 tokens of push, each at its longest, are a megabyte.
  'push/messages.resource': {
    ...form,
    types: JSON_ONLY,
    largestBytes: 1024 * KILOBYTE,
    isOwnOnly: false,
    isRelay: true,
  },
}

/** What the route with this id takes: a form of our own, unless the table says otherwise. */
export function bodyPolicyOf(routeId: string): BodyPolicy {
  return Object.hasOwn(bodyPolicies, routeId) ? (bodyPolicies[routeId as RouteId] ?? form) : form
}
