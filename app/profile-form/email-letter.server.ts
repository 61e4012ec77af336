import { domainToUnicode } from 'node:url'

import type { AppLoadContext } from '@remix-run/node'

import { GatewayError } from '~/gateways/gateway-error.server'

/** The result of a letter; above the limit with the time of the next one, in Unix milliseconds. */
export type LetterOutcome =
  { kind: 'sent' | 'needless' | 'unavailable' } | { kind: 'tooMany'; until: number }

/**
 * Sends the letter that confirms the shopper's address, at most three an hour for the shopper and for the
 * mailbox. Letters are counted before the gateway call, so that parallel requests count; one that was
 * certainly not sent is returned to the limit.
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

/** Domains with the same mailboxes, and the one that stands for them. */
const equalDomains: readonly [RegExp, string][] = [
  [/^(ya|yandex(\.com?)?)\.[a-z]{2,3}$/, 'ya.ru'],
  [/^(gmail|googlemail)\.com$/, 'gmail.com'],
]

/** The mailbox of an address: tags, dots, capitals, «ё» and other domains of its provider do not change it. */
function getMailbox(email: string): string {
  const [own = '', spelt = ''] = email.toLowerCase().split('@')
  const domain = domainToUnicode(spelt).replaceAll('ё', 'е')
  const provider = equalDomains.find(([pattern]) => pattern.test(domain))?.[1] ?? domain
  return `${own.replace(/(?<=.)\+.*/, '').replace(/[.-]/g, '')}@${provider}`
}

async function askForLetter(
  { gateways, session, services: { limits } }: AppLoadContext,
  email: string,
): Promise<LetterOutcome> {
  const taken = await limits.consume(
    ['letters', String(await session.userId())],
    ['lettersOfEmail', getMailbox(email)],
  )
  if (taken.isOver) return { kind: 'tooMany', until: taken.until.getTime() }
  try {
    await gateways.identity.sendEmailConfirmation(email)
    return { kind: 'sent' }
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    // After a time-out the letter may have been sent.
    if (error.didNothing) await taken.reward()
    return { kind: 'unavailable' }
  }
}
