import type { AppLoadContext } from '@remix-run/node'
import { z } from 'zod'

import {
  captchaRefusal,
  captchaFields,
  captchaSecrets,
  captchaToken,
  createChallenge,
  isCaptchaDemand,
  judgeAnswer,
  wasChallenged,
  type CaptchaChallenge,
} from '~/captcha/captcha.server'
import { defineForm } from '~/forms/define-form.server'
import { redirectTo, refuse } from '~/forms/form-response.server'
import { fieldError, formError, type FormErrors } from '~/forms/form-errors'
import { GatewayError } from '~/gateways/gateway-error.server'
import { recordFailure } from '~/gateways/named-failure.server'
import { withoutSeparators } from '~/lib/plain-text'
import { waitText } from '~/lib/dates'
import { UNKNOWN_ZONE } from '~/lib/time-zones'
import type { LimitRefusal } from '~/limits/limits.server'
import { currency } from '~/domain/currency'
import { SeenAccount } from '~/session/account-record.server'

/**
 * A number in any grouping, and three digits of the hidden code. Invalid ones are not sent to the
 * gateway.
 */
const schema = z.object({
  number: z
    .string({ error: 'Укажите номер карты' })
    .max(64, { error: 'Номер слишком длинный' })
    .meta({ pattern: '(?:\\P{Nd}*\\p{Nd}){12,19}\\P{Nd}*' })
    .transform(withoutSeparators)
    .refine((number) => /^\d*$/.test(number), { error: 'В номере только цифры', abort: true })
    .refine((number) => number.length >= 12 && number.length <= 19, {
      error: 'Проверьте номер: на карте обычно 16 цифр',
    }),
  cvc: z
    .string({ error: 'Укажите код с карты' })
    .max(64, { error: 'В коде три цифры' })
    .meta({ pattern: '(?:\\P{Nd}*\\p{Nd}){3}\\P{Nd}*' })
    .transform(withoutSeparators)
    .refine((code) => /^\d{3}$/.test(code), { error: 'В коде три цифры' }),
  ...captchaFields,
})

export type CardInput = z.input<typeof schema>
type CardFields = z.output<typeof schema>
type Addition = { refundsLimit?: boolean } & (
  { kind: 'added' | 'captcha' } | { kind: 'blocked' | 'refused'; errors: FormErrors }
)

/** Our field and message for each field name of the gateway. */
const fieldRefusals: Record<string, FormErrors> = {
  additionalIdentifierNo: fieldError('number', 'Номер не подошёл. Проверьте цифры'),
  additionalIdentifierCvv: fieldError('cvc', 'Код не подошёл. Проверьте цифры'),
}

/** Messages for refusals of the whole form. */
const refusals = {
  tooMany: (until: Date) =>
    `Попыток было слишком много. Попробуйте ${waitText(until, UNKNOWN_ZONE)}`,
  blocked: 'Эту карту привязать нельзя. Если это ошибка, напишите или позвоните нам',
  invalid: 'Карта не подошла. Проверьте номер и код; возможно, карта уже привязана',
  unavailable: 'Привязать карту пока не удалось. Попробуйте чуть позже',
}

/** The challenge beside the form; null when none is configured. */
export async function cardChallenge(context: AppLoadContext) {
  const challenge = await createChallenge(context)
  return challenge.provider === 'none' ? null : challenge
}

/** True for an unanswered challenge, which needs no gateway call. */
const isUnanswered = (form: CardFields) => wasChallenged(form) && captchaToken(form) === ''

/**
 * Consumes the limits of a try without a captcha, for its card and address. Beyond them a correct
 * captcha is required, whatever the form says. Without a provider only the hard limits apply.
 */
async function consumeWithoutCaptcha(
  { services: { limits, captcha }, visit: { address } }: AppLoadContext,
  { number }: CardFields,
): Promise<{ over: LimitRefusal | null; reward(): Promise<void> } | null> {
  if (!captcha.isOffered) return null
  // Each is counted, also after one that is over: the shop's sum sees every wrong try.
  const taken = [
    await limits.consume(['cardTriesOfShop', 'shop']),
    await limits.consume(['cardTriesOfAddressUnasked', address]),
    await limits.consume(['cardTriesOfCardUnasked', number]),
  ]
  const reward = async () => {
    await Promise.all(taken.map((each) => !each.isOver && each.reward()))
  }
  const over = taken.find((each) => each.isOver)
  return { over: over?.isOver ? over : null, reward }
}

async function addCard(context: AppLoadContext, form: CardFields): Promise<Addition> {
  if (isUnanswered(form)) return { kind: 'captcha' }
  const unasked = await consumeWithoutCaptcha(context, form)
  if (unasked?.over) {
    const verdict = await judgeAnswer(context, captchaToken(form))
    // The provider cannot verify an answer, so the wait is shown instead of an endless challenge.
    if (verdict === 'unknown')
      return {
        kind: 'refused',
        refundsLimit: true,
        errors: formError(refusals.tooMany(unasked.over.until)),
      }
    if (verdict !== 'right') return { kind: 'captcha', refundsLimit: true }
  }
  const result = await mergeCard(context, form)
  const isWrongTry = result.kind !== 'added' && !result.refundsLimit
  if (!isWrongTry) await unasked?.reward()
  return result
}

async function mergeCard(context: AppLoadContext, form: CardFields): Promise<Addition> {
  const { gateways, visit } = context
  try {
    const { number, cvc: cvv } = form
    await gateways.account.mergeCard({ number, cvv, captchaToken: captchaToken(form) })
    await new SeenAccount(context).noteOwn({ card: number })
    return { kind: 'added' }
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    return getRefusal(error, recordFailure('cardMerge', visit.requestId, error))
  }
}

/** @param code the error code, which shoppers can tell to support */
function getRefusal(error: GatewayError, code: string): Addition {
  if (error.code === 'cardMergeBlocked')
    return { kind: 'blocked', errors: formError(refusals.blocked) }
  if (isCaptchaDemand(error)) return { kind: 'captcha' }
  if (error.code !== 'validationError')
    return {
      kind: 'refused',
      refundsLimit: error.isInputUnchecked,
      errors: formError(`${refusals.unavailable}. Код для поддержки: ${code}`),
    }
  const named = (error.fields ?? []).map(({ name }) => fieldRefusals[name]?.fieldErrors)
  const fieldErrors = Object.assign({}, ...named) as Record<string, string[]>
  const isNamed = Object.keys(fieldErrors).length > 0
  return { kind: 'refused', errors: isNamed ? { fieldErrors } : formError(refusals.invalid) }
}

/**
 * Adds a plastic card. A shopper has three tries an hour and ten a day. A card has ten tries a day by all
 * shoppers together. Above the limits of address and shop a verified captcha is needed.
 */
export const cardForm = defineForm({
  name: 'add-card',
  schema,
  call: ({ context, value }) => addCard(context, value),
  limit: {
    async points({ context, value }) {
      if (isUnanswered(value)) return []
      const userId = String(await context.session.userId())
      return [
        ['cardTriesInHour', userId],
        ['cardTriesInDay', userId],
        ['cardTriesOfCard', value.number],
      ]
    },
    onExceeded: (_, until) => refuse(formError(refusals.tooMany(until))),
    track: ({ context }) => context.analytics.track('Card:Add', { result: 'tooMany' }),
  },
  track({ context: { analytics }, value }, { kind: result }) {
    const place = 'cards-add'
    analytics.track('Card:Add', { result })
    if (captchaToken(value) !== '')
      analytics.track('Captcha:Answer', { place, is_right: result !== 'captcha' })
    if (result === 'captcha') analytics.track('Captcha:Show', { place })
  },
  onResult: {
    added: redirectTo('/profile/cards', {
      type: 'success',
      title: 'Карта привязана',
      description: `Её ${currency.plural} скоро появятся на вашем счёте.`,
    }),
    async captcha({ context, value }) {
      return captchaRefusal(await createChallenge(context), value)
    },
    blocked: (_, { errors }) => refuse(errors),
    refused: (_, { errors }) => refuse(errors),
  },
  advanced: {
    hideFields: ['cvc', ...captchaSecrets],
    extraData: async ({ context }): Promise<{ challenge: CaptchaChallenge | null }> => ({
      challenge: await cardChallenge(context),
    }),
    onInvalid({ context }) {
      context.analytics.track('Card:Add', { result: 'invalid' })
      return undefined
    },
  },
})
