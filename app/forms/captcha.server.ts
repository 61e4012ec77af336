import type { AppLoadContext } from '@remix-run/node'
import { z } from 'zod/v4'

import { env } from '~/platform/env.server'
import { GatewayError } from '~/gateways/gateway-error.server'

/** What the screen shows to tell a person from a script; `none` where no provider is set up. */
export type CaptchaChallenge =
  | { provider: 'sandbox'; id: string; question: string }
  | { provider: 'smartcaptcha'; siteKey: string }
  | { provider: 'none' }

/** The fields that a challenge adds to a form; all absent while no captcha was asked for. */
export const captchaFields = {
  captchaId: z.string().trim().max(128).optional(),
  captchaAnswer: z.string().trim().max(64).optional(),
  'smart-token': z.string().trim().max(2048).optional(),
}

type CaptchaAnswer = z.output<z.ZodObject<typeof captchaFields>>

/** A new challenge by the configured provider. */
export async function createChallenge({ gateways }: AppLoadContext): Promise<CaptchaChallenge> {
  const { CAPTCHA_PROVIDER, CAPTCHA_SITE_KEY } = env()
  if (CAPTCHA_PROVIDER === 'smartcaptcha')
    return { provider: 'smartcaptcha', siteKey: CAPTCHA_SITE_KEY ?? '' }
  if (CAPTCHA_PROVIDER === 'none') return { provider: 'none' }
  try {
    return { provider: 'sandbox', ...(await gateways.captcha.createChallenge()) }
  } catch (error) {
    if (error instanceof GatewayError) return { provider: 'none' }
    throw error
  }
}

/** The token for the gateway, empty when the shopper answered no challenge. */
export function captchaToken(answer: CaptchaAnswer): string {
  if (answer['smart-token']) return answer['smart-token']
  return answer.captchaId && answer.captchaAnswer
    ? `${answer.captchaId}.${answer.captchaAnswer}`
    : ''
}

/** True when the gateway wants a captcha before it goes on: a 403 or its own code (section 4). */
export function isCaptchaDemand(error: GatewayError): boolean {
  return error.status === 403 || error.code === 'CaptchaError'
}
