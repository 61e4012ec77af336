import { redirect, type ActionFunctionArgs, type AppLoadContext } from '@remix-run/node'
import { z } from 'zod'

import {
  captchaFields,
  captchaRefusal,
  captchaSecrets,
  captchaToken,
  createChallenge,
  wasChallenged,
  type CaptchaChallenge,
} from '~/captcha/captcha.server'
import { defineForm } from '~/forms/define-form.server'
import { redirectTo, refuse } from '~/forms/form-response.server'
import { fieldError, formError } from '~/forms/form-errors'
import { together } from '~/forms/once.server'
import type { CodeRequest, Flash, LoyaltyCode } from '~/session/session.server'

import { readCode, type FoundCode } from './one-time-code'
import {
  checkCode,
  codeMessages,
  codeState,
  needsCaptchaNext,
  numberMark,
  otherNumber,
  type CodeCheckOutcome,
} from './code.server'
import { pathWithReturnTo, signIn, type SignInOutcome } from './sign-in.server'

const codeErrors: Record<Exclude<FoundCode['kind'], 'code'>, string> = {
  nothing: 'Введите код из СМС',
  digits: 'В коде должно быть пять цифр',
  letters: 'В коде только цифры',
  several: 'Здесь несколько кодов: оставьте тот, что в последней СМС',
}

const codeSchema = z.object({
  code: z
    .string({ error: codeErrors.nothing })
    .meta({ pattern: '(?:\\P{Nd}*\\p{Nd}){5,}\\P{Nd}*' })
    .transform((input, issues) => {
      const found = readCode(input)
      if (found.kind === 'code') return found.code
      issues.addIssue({ code: 'custom', message: codeErrors[found.kind] })
      return z.NEVER
    }),
  ...captchaFields,
  number: z.string().optional(),
})
export type CodeFields = z.input<typeof codeSchema>

/** A checked code is not required again. */
const checkedSchema = z.object({ ...codeSchema.shape, code: z.string().optional() })

type CodeOutcome =
  | { kind: 'unchecked'; why: Exclude<CodeCheckOutcome, 'right'> }
  | { kind: 'otherNumber'; request: CodeRequest }
  | SignInOutcome

/**
 * Checks the code and signs in. The gateway accepts a code once, but a browser may lose the first
 * response. For half a minute a second post of the same browser gets the same result and consumes no
 * try.
 */
async function enter(
  context: AppLoadContext,
  request: CodeRequest | null,
  { code = '', number }: { code?: string | undefined; number?: string | undefined },
  captchaToken: string,
): Promise<CodeOutcome> {
  if (!request) return goOn(context)
  if (number && number !== numberMark(context, request)) return { kind: 'otherNumber', request }
  const { session, device, services } = context
  const { outcome, isOwn } = await together(
    services,
    `code:${device.id}:${request.attemptId}:${code}`,
    async (): Promise<{ found: LoyaltyCode | null; result: CodeOutcome }> => {
      const checked = await checkCode(context, request, code, captchaToken)
      if (checked !== 'right') return { found: null, result: { kind: 'unchecked', why: checked } }
      return { found: session.loyaltyCode, result: await goOn(context) }
    },
    ({ found }) => found !== null,
  )
  if (isOwn || !outcome.found) return outcome.result
  session.loyaltyCode = outcome.found
  device.confirm(request.phone, outcome.found.userId)
  return goOn(context)
}

/** Continues with a confirmed phone. */
async function goOn(context: AppLoadContext): Promise<CodeOutcome> {
  return context.session.loyaltyCode?.isRegistered ? signIn(context) : { kind: 'newcomer' }
}

interface CodeExtra {
  isVerified: boolean
  /** The gateway refused this very code. */
  isWrong: boolean
  code: ReturnType<typeof codeState> | null
  /** The captcha that the next try needs. */
  challenge: CaptchaChallenge | null
}

const trackError = (
  { analytics }: AppLoadContext,
  error_type: Exclude<CodeCheckOutcome, 'right' | 'challenge'> | 'invalid',
) => analytics.track('PhoneConfirm:Error', { error_type })

/** The code request has expired, or another window has signed out. */
const askAnew: Flash = { type: 'warning', title: 'Запросите код ещё раз: прежний уже не действует' }

/** The form for the code; after a correct code, the button that tries to sign in again. */
export const codeForm = defineForm({
  name: 'code-check',
  async guard({ request, context }: ActionFunctionArgs) {
    const { codeRequest, loyaltyCode } = context.session
    if (loyaltyCode?.isRegistered) return null
    if (codeRequest) return codeRequest
    // A newcomer has sent the same correct code again.
    if (loyaltyCode) throw redirect(pathWithReturnTo(context, '/registration'), 303)
    context.session.flash(askAnew)
    throw redirect(pathWithReturnTo(context, '/login', request), 303)
  },
  schema: (request): typeof codeSchema | typeof checkedSchema =>
    request ? codeSchema : checkedSchema,
  idempotencyKey: 'none',
  call: ({ context, guardResult, value }) =>
    enter(context, guardResult, value, captchaToken(value)),
  track({ context, value }, result) {
    const isChallenge = result.kind === 'unchecked' && result.why === 'challenge'
    if (result.kind === 'unchecked' && result.why !== 'challenge') trackError(context, result.why)
    const place = 'code'
    if (captchaToken(value) !== '')
      context.analytics.track('Captcha:Answer', { place, is_right: !isChallenge })
    if (isChallenge) context.analytics.track('Captcha:Show', { place })
  },
  onResult: {
    async unchecked({ context, value }, { why }) {
      if (why === 'paused') return redirectTo(pathWithReturnTo(context, '/login/pause'))
      if (why === 'challenge') {
        return captchaRefusal(await createChallenge(context), value)
      }
      const isWrong = why === 'wrong'
      const challenge = isWrong && needsCaptchaNext(context) ? await createChallenge(context) : null
      return refuse(fieldError('code', codeMessages[why]), {
        ...(why === 'unavailable' && { status: 503 }),
        extraData: { isWrong, challenge },
      })
    },
    otherNumber: (_, { request }) => refuse(fieldError('code', otherNumber(request))),
    newcomer({ context }) {
      const { session } = context
      if (session.loyaltyCode?.isRegistered)
        session.loyaltyCode = { ...session.loyaltyCode, isRegistered: false }
      return redirectTo(pathWithReturnTo(context, '/registration'))
    },
    done: (_, { to }) => redirectTo(to),
    refused: (_, { to }) =>
      redirectTo(to, { type: 'error', title: 'Войти не удалось. Запросите новый код' }),
    unavailable: refuse(formError('Код верный, но войти пока не удалось. Попробуйте ещё раз'), {
      status: 503,
      extraData: { isVerified: true },
    }),
  },
  advanced: {
    hideFields: ['code', ...captchaSecrets],
    // Scripts keep the loader's data after an error, but the code may have become invalid.
    extraData({ context }): CodeExtra {
      const { codeRequest } = context.session
      const code = codeRequest && codeState(context, codeRequest)
      return { isVerified: false, isWrong: false, code, challenge: null }
    },
    async onInvalid({ context }, { payload }) {
      trackError(context, 'invalid')
      if (!wasChallenged(payload)) return undefined
      return refuse({}, { extraData: { challenge: await createChallenge(context) } })
    },
  },
})
