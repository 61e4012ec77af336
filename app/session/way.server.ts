import type { CookieJar } from './cookies.server'
import { codeRequestShape, wayShape, type Way } from './session-shapes.server'

/** What is carried along: sealed with the code request, then with the loyalty-ID code. */
export function readWay(jar: CookieJar): Way {
  const asked = jar.getSealed('v1_otp', wayShape)
  const proven = jar.getSealed('v1_code', wayShape)
  return {
    returnTo: asked?.returnTo ?? proven?.returnTo,
    consents: asked?.consents ?? proven?.consents,
  }
}

/** Carries something else along as well; a code request that is under way stays as it is. */
export function changeWay(jar: CookieJar, change: Way): void {
  const request = jar.getSealed('v1_otp', codeRequestShape)
  jar.setSealed('v1_otp', { ...request, ...readWay(jar), ...change })
}
