import type { AppLoadContext } from '@remix-run/node'
import { z } from 'zod'

import { defineAction, toReturnTo } from '~/forms/define-form.server'
import { notice } from '~/forms/form-response.server'
import { sendEmailLetter, type LetterOutcome } from '~/profile-form/email-letter.server'
import { GatewayError } from '~/gateways/gateway-error.server'
import { waitText } from '~/lib/dates'
import { UNKNOWN_ZONE } from '~/lib/time-zones'

async function sendToOwnAddress(context: AppLoadContext): Promise<LetterOutcome> {
  try {
    const { email, isEmailConfirmed } = await context.gateways.identity.getProfile()
    const unconfirmed = isEmailConfirmed ? null : email || null
    return await sendEmailLetter(context, unconfirmed)
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    return { kind: 'unavailable' }
  }
}

/** Sends the confirmation to the shopper's saved address, whatever the form says. */
const form = defineAction(toReturnTo('/today'), {
  name: 'confirm-email',
  schema: z.object({}),
  call: ({ context }) => sendToOwnAddress(context),
  onResult: {
    sent: notice({
      type: 'success',
      title: 'Письмо отправлено',
      description: 'Откройте его и перейдите по ссылке.',
    }),
    tooMany: (_, { until }) =>
      notice({
        type: 'warning',
        title: 'Письмо уже отправлено',
        description: `Проверьте почту и папку «Спам». Ещё одно можно запросить ${waitText(new Date(until), UNKNOWN_ZONE)}.`,
      }),
    needless: notice({
      type: 'info',
      title: 'Подтверждать нечего: почта уже подтверждена или не указана',
    }),
    unavailable: notice({
      type: 'error',
      title: 'Не удалось отправить письмо. Попробуйте чуть позже',
    }),
  },
})

export const action = form.action
export const loader = form.loader
