import type { CookieJar } from './cookies.server'
import {
  codeRequestShape,
  flowStateShape,
  type PendingConsents,
  type FlowState,
} from './session-shapes.server'

/** As long as the loyalty-ID code itself (specification, section 9). */
const CONSENTS_LIFE_MS = 3_600_000

/** What is carried along: sealed with the code request, then with the loyalty-ID code. */
export function readFlowState(jar: CookieJar): FlowState {
  const asked = jar.getSealed('v1_otp', flowStateShape)
  const proven = jar.getSealed('v1_code', flowStateShape)
  return {
    returnTo: asked?.returnTo ?? proven?.returnTo,
    consents: asked?.consents ?? proven?.consents,
  }
}

/** Carries something else along as well; a code request that is under way stays as it is. */
export function changeFlowState(jar: CookieJar, change: FlowState): void {
  const request = jar.getSealed('v1_otp', codeRequestShape)
  jar.setSealed('v1_otp', { ...request, ...readFlowState(jar), ...change })
}

/** What a registration has agreed to, until an hour after it did. */
export function readConsents(jar: CookieJar, now: number): PendingConsents | null {
  const { consents } = readFlowState(jar)
  return consents && consents.until > now ? consents : null
}

/** Carries along what a registration has agreed to. */
export function keepConsents(
  jar: CookieJar,
  consents: Omit<PendingConsents, 'until'>,
  now: number,
): void {
  changeFlowState(jar, { consents: { ...consents, until: now + CONSENTS_LIFE_MS } })
}
