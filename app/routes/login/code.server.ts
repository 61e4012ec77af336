import type { AppLoadContext } from '@remix-run/node'
import { z } from 'zod/v4'

import { GatewayError } from '~/gateways/gateway-error.server'
import type { CodeRequest } from '~/session/session.server'

const MOST_TRIES = 5
const TRIES_KEPT_MS = 3_600_000

/** Spaces, hyphens and dashes in a pasted code mean nothing. */
export const codeForm = z.object({
  code: z
    .string({ error: 'Введите код из СМС' })
    .transform((input) => input.replace(/[\s\-–—]/g, ''))
    .refine((code) => /^\d*$/.test(code), { error: 'В коде только цифры', abort: true })
    .refine((code) => code.length === 5, { error: 'В коде должно быть пять цифр' }),
})

/** What became of a code; the words for the shopper are in `codeMessages`. */
export type CodeCheckOutcome = 'right' | 'wrong' | 'expired' | 'tooMany' | 'unavailable'

export const codeMessages: Record<Exclude<CodeCheckOutcome, 'right'>, string> = {
  wrong: 'Код не подошёл. Проверьте СМС и введите код ещё раз',
  expired: 'Срок действия кода истёк. Запросите новый',
  tooMany: 'Слишком много попыток. Запросите новый код',
  unavailable: 'Не получилось проверить код. Попробуйте ещё раз',
}

/** Whether the code is still good by its own expiry. */
export function hasExpired({ expires }: CodeRequest): boolean {
  return expires * 1000 <= Date.now()
}

/**
 * Checks a code of five digits. Tries are counted before the gateway is asked, so that parallel
 * guesses count too. A right code is kept as the loyalty-ID code (section 4, code check).
 */
export async function checkCode(
  { session, gateways, store, analytics }: AppLoadContext,
  request: CodeRequest,
  code: string,
): Promise<CodeCheckOutcome> {
  if (hasExpired(request)) return 'expired'
  const tries = await store.increment(`tries:${request.attemptId}`, TRIES_KEPT_MS)
  if (tries > MOST_TRIES) return 'tooMany'
  try {
    const { phone, attemptId } = request
    const found = await gateways.identity.checkCode({ phone, code, attemptId })
    session.loyaltyCode = found
    session.codeRequest = null
    analytics.track('PhoneConfirm:Success', { is_registered: found.isRegistered })
    return 'right'
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    if (error.status === 400 || error.status === 422)
      return hasExpired(request) ? 'expired' : tries === MOST_TRIES ? 'tooMany' : 'wrong'
    return 'unavailable'
  }
}
