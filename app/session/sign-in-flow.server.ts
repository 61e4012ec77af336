import type { CookieJar } from './cookies.server'
import {
  codeRequestSchema,
  flowStateSchema,
  type CodeRequest,
  type PendingConsents,
  type FlowState,
} from './session-schemas.server'

/** As long as the loyalty-ID code (specification 9.2). */
const CONSENTS_LIFE_MS = 3_600_000

/** The state of the sign-in flow: sealed with the code request, then with the loyalty-ID code. */
export function readFlowState(jar: CookieJar): FlowState {
  const asked = jar.getSealed('v1_otp', flowStateSchema)
  const proven = jar.getSealed('v1_code', flowStateSchema)
  return {
    returnTo: asked?.returnTo ?? proven?.returnTo,
    consents: asked?.consents ?? proven?.consents,
  }
}

/** Changes the state of the sign-in flow; a current code request stays as it is. */
export function changeFlowState(jar: CookieJar, change: FlowState): void {
  storeCodeRequest(jar, jar.getSealed('v1_otp', codeRequestSchema), change)
}

/** Stores a code request, or none, with the state of the sign-in flow. */
export function storeCodeRequest(
  jar: CookieJar,
  request: CodeRequest | null,
  change: FlowState = {},
): void {
  const stored = request && { ...request, phone: `+${request.phone}` }
  jar.setSealed('v1_otp', { ...stored, ...readFlowState(jar), ...change })
}

/** Registration consents, for an hour after the registration. */
export function readConsents(jar: CookieJar, now: number): PendingConsents | null {
  const { consents } = readFlowState(jar)
  return consents && consents.until > now ? consents : null
}

/** Stores registration consents until the owner's sign-in. */
export function keepConsents(
  jar: CookieJar,
  consents: Omit<PendingConsents, 'until'>,
  now: number,
): void {
  changeFlowState(jar, { consents: { ...consents, until: now + CONSENTS_LIFE_MS } })
}
