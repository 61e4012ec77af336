import type { AppLoadContext } from '@remix-run/node'
import { z } from 'zod'

import { defineForm, onTo } from '~/forms/define-form.server'
import { sendEmailLetter, type LetterOutcome } from '~/forms/email-letter.server'
import { GatewayError } from '~/gateways/gateway-error.server'
import { afterWords, SERVER_TIME_ZONE } from '~/lib/dates'

async function sendToOwnAddress(context: AppLoadContext): Promise<LetterOutcome> {
  try {
    const { email, isEmailConfirmed } = await context.gateways.identity.getProfile()
    const unconfirmed = isEmailConfirmed ? null : email || null
    return await sendEmailLetter(context, unconfirmed)
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    return { word: 'unavailable' }
  }
}

/** Sends the letter that confirms the shopper's own address, whatever the form says. */
const form = defineForm({
  name: 'letter',
  switch: 'confirm-email',
  schema: z.object({}),
  repeat: 'once',
  call: ({ context }) => sendToOwnAddress(context),
  endings: {
    sent: {
      flash: {
        type: 'success',
        title: 'Письмо отправлено',
        description: 'Откройте его и перейдите по ссылке.',
      },
    },
    tooMany: (_, { until }) => ({
      flash: {
        type: 'warning',
        title: 'Письмо уже отправлено',
        description: `Проверьте почту и папку «Спам». Ещё одно можно запросить ${afterWords(new Date(until), SERVER_TIME_ZONE)}.`,
      },
    }),
    needless: {
      flash: {
        type: 'info',
        title: 'Подтверждать нечего: почта уже подтверждена или не указана',
      },
    },
    unavailable: {
      flash: { type: 'error', title: 'Не получилось отправить письмо. Попробуйте чуть позже' },
    },
  },
  leadsTo: onTo('/today'),
  page: '/profile/edit',
})

export const action = form.action
export const loader = form.loader
