import type { AppLoadContext } from '@remix-run/node'

import { isCaptchaDemand } from '~/captcha/captcha.server'
import { GatewayError } from '~/gateways/gateway-error.server'
import { env } from '~/platform/env.server'
import { log } from '~/platform/log.server'
import { metrics } from '~/platform/metrics.server'
import { limitTable } from '~/limits/limit-table.server'
import type { CodeRequest, PauseReason } from '~/session/session.server'

import { endWaitWithCode, getPause, consumeCodeRequest } from './code-limits.server'
import { anotherFrom } from './code.server'

/**
 * `sent`: a code was sent now, or earlier to this phone and another is not possible yet. `captcha`:
 * a challenge is required. `paused`: not before `until`, in milliseconds. Others are errors
 * (specification 4.8).
 */
export type CodeRequestOutcome =
  | ({ kind: 'sent' } & CodeRequest)
  | { kind: 'paused'; until: number; reason: PauseReason }
  | { kind: 'captcha' | 'refused' | 'unavailable' }

/** Unix time in seconds. */
const nowSeconds = () => Math.floor(Date.now() / 1000)

/** Requests a code; a stored one for the same phone stays until another is possible. */
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

/**
 * Stores the code request in the session. A repeated post of the form calls this, too, because each response
 * sets its own cookies.
 */
export function keepCodeRequest(
  { session }: AppLoadContext,
  { kind: _, ...request }: Extract<CodeRequestOutcome, { kind: 'sent' }>,
): void {
  session.codeRequest = request
}

/** Stores the pause in the session. */
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
  const taken = await consumeCodeRequest(context, phone, token)
  if (taken === 'captcha') return { kind: 'captcha' }
  if (taken.isOver) {
    const { until, reason } = getPause(taken)
    return { kind: 'paused', until: until.getTime(), reason }
  }
  await checkFraud(context)
  try {
    const sent = await context.gateways.identity.requestCode({ phone, captchaToken: token })
    await endWaitWithCode(context, phone, sent.expires - nowSeconds())
    const another = Math.min(sent.expires, nowSeconds() + 1 + limitTable.codeWait.seconds)
    const { isAsked } = taken
    return { kind: 'sent', phone, ...sent, another, isAsked }
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    // Without a response an SMS may have been sent, so it counts.
    if (error.didNothing) await taken.reward()
    if (isCaptchaDemand(error)) return { kind: 'captcha' }
    return { kind: error.status === 400 ? 'refused' : 'unavailable' }
  }
}

/** Reports the sign-in to the fraud service; its response and its failures never stop a sign-in (specification 7.23). */
async function checkFraud({ gateways, device, visit }: AppLoadContext): Promise<void> {
  const { FRAUD_PROTECTION_URL, FRAUD_CLIENT_ID } = env()
  if (!FRAUD_PROTECTION_URL) return
  try {
    const { id: deviceId, userAgent } = device
    const ksid = await gateways.fraud.startLogin({ clientId: FRAUD_CLIENT_ID, deviceId, userAgent })
    device.rememberFraudCheck(ksid)
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    log.warn(
      { requestId: visit.requestId, kind: error.kind },
      'the fraud protection did not answer',
    )
  }
}
