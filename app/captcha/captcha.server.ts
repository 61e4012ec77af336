import { createHash } from 'node:crypto'

import type { AppLoadContext } from '@remix-run/node'
import { z } from 'zod'

import { env } from '~/platform/env.server'
import type { CaptchaVerdict } from '~/gateways/captcha-check.server'
import { GatewayError } from '~/gateways/gateway-error.server'
import type { CookieJar } from '~/session/cookies.server'
import { codeRequestSchema } from '~/session/session-schemas.server'

import { fieldError, formError } from '~/forms/form-errors'
import { refuse } from '~/forms/form-response.server'

/** The challenge of a screen; `none` without a configured provider. */
export type CaptchaChallenge =
  | { provider: 'sandbox'; id: string; question: string }
  | { provider: 'smartcaptcha'; siteKey: string; scriptUrl: string }
  | { provider: 'none' }

/** Fields that a challenge adds to a form; all absent without a challenge. */
export const captchaFields = {
  /** The provider of the challenge. */
  captcha: z.string().trim().max(32).optional(),
  captchaId: z.string().trim().max(128).optional(),
  captchaAnswer: z.string().trim().max(64).optional(),
  'smart-token': z.string().trim().max(2048).optional(),
}
/** Fields that a refused form never returns. */
export const captchaSecrets = ['captchaAnswer', 'smart-token']

type CaptchaAnswer = z.output<z.ZodObject<typeof captchaFields>>

/** A new challenge by the configured provider. */
export async function createChallenge({ gateways }: AppLoadContext): Promise<CaptchaChallenge> {
  const { CAPTCHA_PROVIDER, CAPTCHA_SITE_KEY, CAPTCHA_SCRIPT_URL } = env()
  if (CAPTCHA_PROVIDER === 'smartcaptcha')
    return {
      provider: 'smartcaptcha',
      siteKey: CAPTCHA_SITE_KEY ?? '',
      scriptUrl: CAPTCHA_SCRIPT_URL,
    }
  if (CAPTCHA_PROVIDER === 'none') return { provider: 'none' }
  try {
    return { provider: 'sandbox', ...(await gateways.captcha.createChallenge()) }
  } catch (error) {
    if (error instanceof GatewayError) return { provider: 'none' }
    throw error
  }
}

/** The token for the gateway; empty without an answer. */
export function captchaToken(answer: CaptchaAnswer): string {
  if (answer['smart-token']) return answer['smart-token']
  return answer.captchaId && answer.captchaAnswer
    ? `${answer.captchaId}.${answer.captchaAnswer}`
    : ''
}

/**
 * Whether a captcha paid for the code request in the cookies, or the posted form has an answer. That one is verified
 * later: a false answer gains a place in the queue, and nothing else.
 */
export function hasAnsweredCaptcha(cookies: CookieJar | undefined, body: Buffer): boolean {
  const request = cookies?.getSealed('v1_otp', codeRequestSchema)
  return (
    request?.isAsked === true ||
    /(?:^|&)(?:captchaAnswer|smart-token)=[^&]/.test(body.toString('latin1'))
  )
}

/** Whether the form contained a challenge that could be answered, of any provider. */
export function wasChallenged(answer: { captcha?: unknown; captchaId?: unknown }): boolean {
  return answer.captcha === 'none' ? false : Boolean(answer.captcha ?? answer.captchaId)
}

/** The form with a required challenge; the message is at the challenge if there is one. */
export function captchaRefusal(challenge: CaptchaChallenge, answer: CaptchaAnswer) {
  const { provider } = challenge
  const extraData = { challenge }
  if (provider === 'none') {
    const errors = formError('Нужна проверка, что вы не робот, а она сейчас недоступна')
    return refuse(errors, { extraData })
  }
  const again =
    provider === 'sandbox'
      ? 'Ответ не подошёл. Ответьте на новый вопрос'
      : 'Проверка не засчитана. Пройдите её ещё раз'
  const message = captchaToken(answer) ? again : 'Подтвердите, что вы не робот'
  const isFirst = !wasChallenged(answer) && !captchaToken(answer)
  return refuse(fieldError('captchaAnswer', message), {
    extraData,
    ...(isFirst && { title: 'Ещё один шаг' }),
  })
}

/** True when the gateway requires a captcha: a 403, or the error code for a captcha (specification 4.8). */
export function isCaptchaDemand(error: GatewayError): boolean {
  return error.status === 403 || error.code === 'CaptchaError'
}

/** As long as a token is valid at the provider. */
const TOKEN_USED_MS = 300_000

/**
 * The provider's verdict on a token; `none` without a token, `wrong` for a used one. Only verified tokens are
 * stored, so that a flood of refused ones evicts none. Other fields of the form have no influence.
 */
export async function judgeAnswer(
  context: Pick<AppLoadContext, 'services' | 'visit'>,
  token: string,
): Promise<CaptchaVerdict | 'none'> {
  if (!token) return 'none'
  const digest = createHash('sha256').update(token).digest('base64url')
  const key = `captcha:${digest}` as const
  if ((await context.services.store.get(key)) !== null) return 'wrong'
  const verdict = await context.services.captcha.verify(token, context.visit.address)
  if (verdict !== 'right') return verdict
  return (await context.services.store.claim(key, '1', TOKEN_USED_MS)) ? 'right' : 'wrong'
}
