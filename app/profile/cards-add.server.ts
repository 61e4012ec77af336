import type { AppLoadContext } from '@remix-run/node'
import { z } from 'zod/v4'

import type { FormError } from '~/forms/form.server'
import { GatewayError } from '~/gateways/gateway-error.server'
import type { EventProperties } from '~/analytics/catalogue.server'
import { afterWords, SERVER_TIME_ZONE } from '~/lib/dates'
import {
  captchaFields,
  captchaToken,
  createChallenge,
  isCaptchaDemand,
} from '~/forms/captcha.server'
import { formIdField } from '~/forms/once.server'

/** A number in any grouping; three digits of the hidden code. Neither is sent unless it fits. */
export const cardForm = z.object({
  number: z
    .string({ error: 'Укажите номер карты' })
    .max(64, { error: 'Номер слишком длинный' })
    .transform((input) => input.replace(/[\s\-–—]/g, ''))
    .refine((number) => /^\d*$/.test(number), { error: 'В номере только цифры', abort: true })
    .refine((number) => number.length >= 12 && number.length <= 19, {
      error: 'Проверьте номер: на карте обычно 16 цифр',
    }),
  cvc: z
    .string({ error: 'Укажите код с карты' })
    .trim()
    .regex(/^\d{3}$/, { error: 'В коде три цифры' }),
  ...formIdField,
  ...captchaFields,
})

type CardForm = z.output<typeof cardForm>

const fieldWords: Record<string, FormError> = {
  additionalIdentifierNo: { fieldId: 'number', message: 'Номер не подошёл. Проверьте цифры' },
  additionalIdentifierCvv: { fieldId: 'cvc', message: 'Код не подошёл. Проверьте цифры' },
}

/** Words for what the form as a whole was refused for. */
export const refusals = {
  tooMany: (until: Date) =>
    `Попыток было слишком много. Попробуйте ${afterWords(until, SERVER_TIME_ZONE)}`,
  blocked: 'Эту карту привязать нельзя. Если это ошибка, напишите или позвоните нам',
  invalid: 'Карта не подошла. Проверьте номер и код; возможно, карта уже привязана',
  captcha: 'Ответ не подошёл. Ответьте на новый вопрос',
  noCaptcha: 'Подтвердите, что вы не робот',
  unavailable: 'Привязать карту пока не получилось. Попробуйте чуть позже',
}

/** The challenge to show beside the form; null where none is set up. */
export async function cardChallenge(context: AppLoadContext) {
  const challenge = await createChallenge(context)
  return challenge.provider === 'none' ? null : challenge
}

/**
 * Adds a plastic card, at most three tries an hour and ten a day: they are counted before the gateway is asked,
 * so that parallel guesses of the code count too.
 */
export async function addCard(context: AppLoadContext, form: CardForm): Promise<FormError[]> {
  const { gateways, session, limits, analytics } = context
  const wasChallenged = Boolean(form.captchaId)
  const note = (result: EventProperties<'Card:Add'>['result']) =>
    analytics.track('Card:Add', { result })
  if (wasChallenged && !form.captchaAnswer) {
    note('captcha')
    return [{ fieldId: 'captchaAnswer', message: refusals.noCaptcha }]
  }
  const userId = String(await session.userId())
  const taken = await limits.take(['cardTriesInHour', userId], ['cardTriesInDay', userId])
  if (taken.isOver) {
    context.retryAfter = taken.until
    note('tooMany')
    return [{ fieldId: null, message: refusals.tooMany(taken.until) }]
  }
  try {
    const { number, cvc: cvv } = form
    await gateways.account.mergeCard({ number, cvv, captchaToken: captchaToken(form) })
    note('added')
    return []
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    note(resultOf(error))
    return wordsFor(error, wasChallenged)
  }
}

function resultOf(error: GatewayError) {
  if (error.code === 'cardMergeBlocked') return 'blocked'
  return isCaptchaDemand(error) ? 'captcha' : 'refused'
}

function wordsFor(error: GatewayError, wasChallenged: boolean): FormError[] {
  const whole = (message: string) => [{ fieldId: null, message }]
  if (error.code === 'cardMergeBlocked') return whole(refusals.blocked)
  if (isCaptchaDemand(error)) {
    const message = wasChallenged ? refusals.captcha : refusals.noCaptcha
    return [{ fieldId: wasChallenged ? 'captchaAnswer' : null, message }]
  }
  if (error.code !== 'validationError') return whole(refusals.unavailable)
  const atFields = (error.fields ?? []).flatMap(({ name }) => fieldWords[name] ?? [])
  return atFields.length > 0 ? atFields : whole(refusals.invalid)
}
