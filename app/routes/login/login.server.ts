import type { AppLoadContext } from '@remix-run/node'
import { z } from 'zod/v4'

import { env } from '~/env.server'
import { GatewayError } from '~/gateways/gateway-error.server'
import { normalisePhone } from '~/lib/phone'
import { log } from '~/log.server'
import { captchaFields, isCaptchaDemand } from '~/session/captcha.server'

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
  ...captchaFields,
})

/**
 * `sent`: a code is on its way, or the one that is still good was sent to this phone before.
 * `captcha`: a challenge has to be answered first. The rest are failures (section 4).
 */
export type CodeRequestOutcome = 'sent' | 'captcha' | 'refused' | 'unavailable'

/** Unix seconds. */
const nowSeconds = () => Math.floor(Date.now() / 1000)

/** Asks for a code; a saved request for the same phone that has not run out is used again. */
export async function requestCode(
  context: AppLoadContext,
  phone: string,
  captchaToken: string,
): Promise<CodeRequestOutcome> {
  const { session, gateways } = context
  const saved = session.codeRequest
  if (saved?.phone === phone && saved.expires > nowSeconds()) return 'sent'
  await checkFraud(context)
  try {
    const { attemptId, expires } = await gateways.identity.requestCode({ phone, captchaToken })
    session.codeRequest = { phone, attemptId, expires }
    return 'sent'
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    if (isCaptchaDemand(error)) return 'captcha'
    return error.status === 400 ? 'refused' : 'unavailable'
  }
}

/** Tells analytics what became of the phone form, and of the captcha on it. */
export function noteRequest(
  { analytics }: AppLoadContext,
  result: CodeRequestOutcome,
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
