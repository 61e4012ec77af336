import type { AppLoadContext } from '@remix-run/node'

import { GatewayError } from '~/gateways/gateway-error.server'

/** What became of the letter; of too many, when another may be asked for, in Unix milliseconds. */
export type LetterOutcome =
  { kind: 'sent' | 'needless' | 'unavailable' } | { kind: 'tooMany'; until: number }

/**
 * Has the letter sent that confirms the shopper's own address, at most three an hour for the shopper
 * and, whoever asks, for the mailbox. Letters are counted before the gateway is asked, so that parallel requests count too; one that was certainly
 * not sent is given back.
 * @param email null when there is nothing to confirm
 */
export async function sendEmailLetter(
  context: AppLoadContext,
  email: string | null,
): Promise<LetterOutcome> {
  const outcome: LetterOutcome =
    email === null ? { kind: 'needless' } : await askForLetter(context, email)
  context.analytics.track('Email:Letter', { result: outcome.kind })
  return outcome
}

/** The mailbox of an address: with a tag, dots or capitals it is another address and the same mailbox. */
function mailboxOf(email: string): string {
  const [own = '', domain = ''] = email.toLowerCase().split('@')
  return `${own.replace(/\+.*/, '').replace(/[.-]/g, '')}@${domain}`
}

async function askForLetter(
  { gateways, session, limits }: AppLoadContext,
  email: string,
): Promise<LetterOutcome> {
  const taken = await limits.consume(
    ['letters', String(await session.userId())],
    ['lettersOfEmail', mailboxOf(email)],
  )
  if (taken.isOver) return { kind: 'tooMany', until: taken.until.getTime() }
  try {
    await gateways.identity.sendEmailConfirmation(email)
    return { kind: 'sent' }
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    // After a timeout a letter may be under way all the same.
    if (error.didNothing) await taken.reward()
    return { kind: 'unavailable' }
  }
}
