import type { AppLoadContext } from '@remix-run/node'

import { isCaptchaDemand } from '~/forms/captcha.server'
import { GatewayError } from '~/gateways/gateway-error.server'
import { env } from '~/platform/env.server'
import { log } from '~/platform/log.server'
import { metrics } from '~/platform/metrics.server'
import { limitTable } from '~/session/limits.server'
import type { CodeRequest, PauseReason } from '~/session/session.server'

import { endWaitWithCode, pauseOf, takeCodeRequest } from './code-limits.server'
import { anotherFrom } from './code.server'

/**
 * `sent`: a code is on its way, or one was sent to this phone before and it is too early for another.
 * `captcha`: a challenge has to be answered first. `paused`: not before then, in
 * milliseconds.
 * The rest are failures (section 4).
 */
export type CodeRequestOutcome =
  | ({ kind: 'sent' } & CodeRequest)
  | { kind: 'paused'; until: number; reason: PauseReason }
  | { kind: 'captcha' | 'refused' | 'unavailable' }

/** Unix seconds. */
const nowSeconds = () => Math.floor(Date.now() / 1000)

/** Asks for a code; the saved one for the same phone stays until another may take its place. */
export async function requestCode(
  context: AppLoadContext,
  phone: string,
  token = '',
): Promise<CodeRequestOutcome> {
  const saved = context.session.codeRequest
  if (saved?.phone === phone && anotherFrom(saved) > nowSeconds()) return { kind: 'sent', ...saved }
  const outcome = await sendCode(context, phone, token)
  metrics.codesRequested.inc({ outcome: outcome.kind })
  return outcome
}

/** Notes in the session that a code was sent: of two posts of one form, both. */
export function keepCodeRequest(
  { session }: AppLoadContext,
  { kind: _, ...request }: Extract<CodeRequestOutcome, { kind: 'sent' }>,
): void {
  session.codeRequest = request
}

/** Notes in the session that signing in has to wait. */
export function keepPause(
  { session }: AppLoadContext,
  { until, reason }: Extract<CodeRequestOutcome, { kind: 'paused' }>,
): void {
  session.pause = { until: new Date(until), reason }
}

async function sendCode(
  context: AppLoadContext,
  phone: string,
  token: string,
): Promise<CodeRequestOutcome> {
  const taken = await takeCodeRequest(context, phone, token)
  if (taken === 'captcha') return { kind: 'captcha' }
  if (taken.isOver) {
    const { until, reason } = pauseOf(taken)
    return { kind: 'paused', until: until.getTime(), reason }
  }
  await checkFraud(context)
  try {
    const sent = await context.gateways.identity.requestCode({ phone, captchaToken: token })
    await endWaitWithCode(context, phone, sent.expires - nowSeconds())
    const another = Math.min(sent.expires, nowSeconds() + 1 + limitTable.codeWait.seconds)
    return { kind: 'sent', phone, ...sent, another }
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    // Without an answer a text may have been sent all the same: it counts.
    if (error.didNothing) await taken.reward()
    if (isCaptchaDemand(error)) return { kind: 'captcha' }
    return { kind: error.status === 400 ? 'refused' : 'unavailable' }
  }
}

/** Reports the sign-in to the fraud protection, which never stops anyone (section 7). */
async function checkFraud({ gateways, device, requestId }: AppLoadContext): Promise<void> {
  const { FRAUD_PROTECTION_URL, FRAUD_CLIENT_ID } = env()
  if (!FRAUD_PROTECTION_URL) return
  try {
    const { id: deviceId, userAgent } = device
    const ksid = await gateways.fraud.startLogin({ clientId: FRAUD_CLIENT_ID, deviceId, userAgent })
    device.rememberFraudCheck(ksid)
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    log.warn({ requestId, kind: error.kind }, 'the fraud protection did not answer')
  }
}
