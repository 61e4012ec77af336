import type { AppLoadContext } from '@remix-run/node'

import { GatewayError } from '~/gateways/gateway-error.server'

/** What became of the letter. */
export type LetterOutcome = 'sent' | 'tooMany' | 'needless' | 'unavailable'

/**
 * Has the letter sent that confirms the shopper's own address, at most three an hour. Letters are
 * counted before the gateway is asked, so that parallel requests count too.
 * @param email null when there is nothing to confirm
 */
export async function sendEmailLetter(
  context: AppLoadContext,
  email: string | null,
): Promise<LetterOutcome> {
  const result = email === null ? 'needless' : await askForLetter(context, email)
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
