import type { AppLoadContext } from '@remix-run/node'

import { GatewayError } from '~/gateways/gateway-error.server'

import type { Flash } from '~/session/session.server'

/** What became of the letter; the words for the shopper are in `letterFlashes`. */
export type LetterOutcome = 'sent' | 'tooMany' | 'needless' | 'unavailable'

export const letterFlashes: Record<LetterOutcome, Flash> = {
  sent: {
    type: 'success',
    title: 'Письмо отправлено',
    description: 'Откройте его и перейдите по ссылке.',
  },
  tooMany: {
    type: 'warning',
    title: 'Письмо уже отправлено',
    description: 'Проверьте почту и папку «Спам». Ещё одно можно запросить через час.',
  },
  needless: { type: 'info', title: 'Подтверждать нечего: почта уже подтверждена или не указана' },
  unavailable: { type: 'error', title: 'Не получилось отправить письмо. Попробуйте чуть позже' },
}

/**
 * Has the letter sent that confirms the shopper's own address, at most three an hour. Letters are
 * counted before the gateway is asked, so that parallel requests count too.
 */
export async function sendEmailLetter(
  context: AppLoadContext,
  email: string,
): Promise<LetterOutcome> {
  const result = await askForLetter(context, email)
  context.analytics.track('Email:Letter', { result })
  return result
}

async function askForLetter(
  { gateways, session, limits }: AppLoadContext,
  email: string,
): Promise<LetterOutcome> {
  const taken = await limits.take(['letters', String(await session.userId())])
  if (taken.isOver) return 'tooMany'
  try {
    await gateways.identity.sendEmailConfirmation(email)
    return 'sent'
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    return 'unavailable'
  }
}
