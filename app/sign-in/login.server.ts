import type { AppLoadContext } from '@remix-run/node'
import { z } from 'zod/v4'

import { env } from '~/platform/env.server'
import { GatewayError } from '~/gateways/gateway-error.server'
import { normalisePhone } from '~/lib/phone'
import { log } from '~/platform/log.server'
import { metrics } from '~/platform/metrics.server'
import { captchaFields, captchaToken, isCaptchaDemand } from '~/forms/captcha.server'
import { endWaitWithCode, isShopRefusal, takeCodeRequest } from './code-limits.server'
import { formIdField, once } from '~/forms/once.server'

export const phoneForm = z.object({
  phone: z.string({ error: 'Укажите номер телефона' }).transform((input, issues) => {
    const phone = normalisePhone(input)
    if (phone) return phone
    issues.addIssue({
      code: 'custom',
      message:
        'Проверьте номер: нужен российский мобильный, например +7\u00a0900\u00a0123\u201145\u201167',
    })
    return z.NEVER
  }),
  ...formIdField,
  ...captchaFields,
})

type PhoneForm = z.output<typeof phoneForm>

/**
 * `sent`: a code is on its way, or the one that is still good was sent to this phone before.
 * `captcha`: a challenge has to be answered first. `paused`: not before then, in
 * milliseconds; for all: the shop sends no more texts for now.
 * The rest are failures (section 4).
 */
export type CodeRequestOutcome =
  | { kind: 'sent'; attemptId: string; expires: number }
  | { kind: 'paused'; until: number; isForAll: boolean }
  | { kind: 'captcha' | 'refused' | 'unavailable' }

/** Unix seconds. */
const nowSeconds = () => Math.floor(Date.now() / 1000)

/**
 * Asks for a code, once per render of the form; a saved request for the same phone that has not
 * run out is used again. What came of it is noted in the session.
 */
export async function requestCode(
  context: AppLoadContext,
  form: Pick<PhoneForm, 'phone' | 'formId'> & Partial<PhoneForm>,
): Promise<CodeRequestOutcome['kind']> {
  const { session } = context
  const { phone, formId } = form
  const saved = session.codeRequest
  if (saved?.phone === phone && saved.expires > nowSeconds()) return 'sent'
  const token = captchaToken(form)
  const outcome = await once<CodeRequestOutcome>(context, {
    name: 'code',
    formId,
    values: [phone, token],
    async write() {
      const sent = await sendCode(context, phone, token)
      metrics.codesRequested.inc({ outcome: sent.kind })
      return sent
    },
    otherwise: { kind: 'unavailable' },
  })
  if (outcome.kind === 'sent') {
    const { attemptId, expires } = outcome
    session.codeRequest = { phone, attemptId, expires }
  }
  if (outcome.kind === 'paused') {
    const { until, isForAll } = outcome
    session.pause = { until: new Date(until), isForAll }
  }
  return outcome.kind
}

async function sendCode(
  context: AppLoadContext,
  phone: string,
  token: string,
): Promise<CodeRequestOutcome> {
  const taken = await takeCodeRequest(context, phone, token)
  if (taken === 'captcha') return { kind: 'captcha' }
  if (taken.isOver)
    return { kind: 'paused', until: taken.until.getTime(), isForAll: isShopRefusal(taken) }
  await checkFraud(context)
  try {
    const sent = await context.gateways.identity.requestCode({ phone, captchaToken: token })
    await endWaitWithCode(context, phone, sent.expires - nowSeconds())
    return { kind: 'sent', ...sent }
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    // Without an answer a text may have been sent all the same: it counts.
    if (error.kind === 'http' || error.kind === 'open') await taken.giveBack()
    if (isCaptchaDemand(error)) return { kind: 'captcha' }
    return { kind: error.status === 400 ? 'refused' : 'unavailable' }
  }
}

/** Tells analytics what became of the phone form, and of the captcha on it. */
export function noteRequest(
  { analytics }: AppLoadContext,
  result: CodeRequestOutcome['kind'],
  wasChallenged: boolean,
): void {
  const place = 'login'
  analytics.track('Phone:Submit', { result })
  if (wasChallenged) analytics.track('Captcha:Answer', { place, is_right: result !== 'captcha' })
  if (result === 'captcha') analytics.track('Captcha:Show', { place })
}

/** The fraud protection is told that somebody signs in; it never stops anyone (section 7). */
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
