import type { RouteId } from '../app/routes'

/** No form of this site is multipart. */
const FORMS = ['application/x-www-form-urlencoded']
const JSON_ONLY = ['application/json']
const REPORTS = ['application/csp-report', 'application/reports+json']
const KILOBYTE = 1024

/** What a route accepts by POST, and from whom. It is checked before a body is read. */
export interface BodyPolicy {
  types: readonly string[]
  largestBytes: number
  /** Whether only pages of this site may post. */
  isOwnOnly: boolean
  /** Whether the sender needs the push relay's bearer. */
  isRelay: boolean
  /** Whether the post is a step of the sign-in flow. */
  isSignIn: boolean
  /** The limit by address that a post consumes. */
  limit: 'writes' | 'cspReports'
  /** Whether the response is a streamed file: the framework would load it into memory for a data request. */
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

/** Keyed by route id: the router accepts many spellings of an address. */
const bodyPolicies: Readonly<Partial<Record<RouteId, BodyPolicy>>> = {
  'sign-in/login.screen': signIn,
  'sign-in/code.screen': signIn,
  'sign-in/resend.action': signIn,
  'sign-in/registration.screen': signIn,
  'my-data/take.action': { ...form, isFile: true },
  'analytics/events.resource': json,
  'platform/errors.resource': json,
  // Browsers send policy reports without an origin, and reports change nothing. They do not consume the limit
  // of forms, which another site could use up.
  'platform/csp-reports.resource': {
    ...form,
    types: REPORTS,
    largestBytes: 16 * KILOBYTE,
    isOwnOnly: false,
    limit: 'cspReports',
  },
  // Programs of the operator post here, with a bearer and without cookies. 500 push tokens of the longest
  // size are a megabyte.
  'push/messages.resource': {
    ...form,
    types: JSON_ONLY,
    largestBytes: 1024 * KILOBYTE,
    isOwnOnly: false,
    isRelay: true,
  },
}

/** The policy of a route: a form of this site, unless the table has another one. */
export function getBodyPolicy(routeId: string): BodyPolicy {
  return Object.hasOwn(bodyPolicies, routeId) ? (bodyPolicies[routeId as RouteId] ?? form) : form
}
