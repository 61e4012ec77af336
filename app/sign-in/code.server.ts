import { createHash } from 'node:crypto'

import type { AppLoadContext } from '@remix-run/node'

import { isCaptchaDemand } from '~/captcha/captcha.server'
import { GatewayError } from '~/gateways/gateway-error.server'
import { waitText, formatTime } from '~/lib/dates'
import { UNKNOWN_ZONE } from '~/lib/time-zones'
import { formatPhone } from '~/domain/phone'
import { metrics } from '~/platform/metrics.server'
import { getPause, consumeCodeCheck } from './code-limits.server'
import type { LimitRefusal } from '~/limits/limits.server'
import type { CodeRequest } from '~/session/session.server'

const REQUEST_TIMEOUT = 408
/** The contract's statuses of a wrong or expired code. */
const WRONG: readonly (number | undefined)[] = [400, 422]

/**
 * The result of a check; `codeMessages` has the texts. `captcha` and `refused`: the gateway did not
 * check the code, and would not on a retry. `challenge`: we ask for a captcha first.
 */
export type CodeCheckOutcome =
  | 'right'
  | 'wrong'
  | 'expired'
  | 'tooMany'
  | 'captcha'
  | 'refused'
  | 'unavailable'
  | 'paused'
  | 'challenge'

export const codeMessages: Record<
  Exclude<CodeCheckOutcome, 'right' | 'paused' | 'challenge'>,
  string
> = {
  wrong: 'Код не подошёл. Проверьте СМС и введите код ещё раз',
  expired: 'Срок действия кода истёк. Запросите новый',
  tooMany: 'Попытки закончились, или этот код уже использован. Запросите новый',
  captcha:
    'Нужно подтвердить, что вы не робот. Запросите новый код: проверка будет перед его отправкой',
  refused: 'Этот код сейчас не проверить. Запросите новый',
  unavailable: 'Не удалось проверить код. Попробуйте ещё раз',
}

export function hasExpired({ expires }: CodeRequest): boolean {
  return expires * 1000 <= Date.now()
}

/**
 * When another code can be requested, in Unix seconds. A valid code is used again, so it must expire first
 * (specification 3.18). A code without tries left is invalid, so only the short wait between two SMS
 * counts.
 */
export function anotherFrom({ expires, another, isSpent }: CodeRequest): number {
  return isSpent ? (another ?? expires) : expires
}

/** Names the number of a form without showing it: another tab may have asked for another number. */
export function numberMark({ device }: Pick<AppLoadContext, 'device'>, { phone }: CodeRequest) {
  return createHash('sha256').update(`${device.id} ${phone}`).digest('base64url').slice(0, 16)
}

/** The phone on one line, so that shoppers can compare it with their own. */
const shownPhone = ({ phone }: CodeRequest) => formatPhone(phone).replaceAll(' ', '\u00a0')

/** The message at a form of another number. */
export const otherNumber = (request: CodeRequest) =>
  `Сейчас ждём код для другого номера: ${shownPhone(request)}. Введите код из СМС на него или измените номер`

/** The state of the code request for the screen. */
export function codeState(context: Pick<AppLoadContext, 'device'>, request: CodeRequest) {
  const from = anotherFrom(request)
  const until = new Date(from * 1000)
  return {
    phone: shownPhone(request),
    number: numberMark(context, request),
    isSpent: request.isSpent === true,
    /** Both in Unix seconds. */
    from,
    now: Math.floor(Date.now() / 1000),
    /** The server's text until the script counts down. */
    fromText: request.isSpent
      ? waitText(until, UNKNOWN_ZONE)
      : `до ${formatTime(until, UNKNOWN_ZONE)}`,
    mayAsk: until.getTime() <= Date.now(),
  }
}

/** Whether the next try of the code needs a captcha: an unknown device has one without. */
export function needsCaptchaNext({
  session,
  device,
  services: { captcha },
}: AppLoadContext): boolean {
  const { codeRequest: request } = session
  return (
    captcha.isVerifiable &&
    !!request &&
    !request.isProven &&
    device.confirmation(request.phone) === null
  )
}

/** Checks a code of five digits, and counts the result. */
export async function checkCode(
  context: AppLoadContext,
  request: CodeRequest,
  code: string,
  captchaToken: string,
): Promise<CodeCheckOutcome> {
  const outcome = await askForVerdict(context, request, code, captchaToken)
  metrics.codesChecked.inc({ outcome })
  return outcome
}

/** The meaning of a failed check; only the contract's statuses count as wrong codes. */
function getMeaning(error: GatewayError): 'wrong' | 'captcha' | 'refused' | 'unavailable' {
  if (isCaptchaDemand(error)) return 'captcha'
  if (WRONG.includes(error.status)) return 'wrong'
  return error.isClientError && error.status !== REQUEST_TIMEOUT ? 'refused' : 'unavailable'
}

/**
 * Calls the gateway after counting a try, so that parallel tries count, too. A correct code becomes
 * the loyalty-ID code (specification 4.14).
 */
async function askForVerdict(
  context: AppLoadContext,
  asked: CodeRequest,
  code: string,
  captchaToken: string,
): Promise<CodeCheckOutcome> {
  const { session, gateways } = context
  let request = asked
  const paused = (refusal: LimitRefusal): CodeCheckOutcome => {
    session.pause = getPause(refusal)
    return 'paused'
  }
  // Marks the code as invalid in the session, so that no page shows it as valid.
  const spent = (): CodeCheckOutcome => {
    session.codeRequest = { ...request, isSpent: true }
    context.reply.retryAfter = new Date(anotherFrom(session.codeRequest) * 1000)
    return 'tooMany'
  }
  if (hasExpired(request)) return 'expired'
  const check = await consumeCodeCheck(context, request, captchaToken)
  if (check === 'captcha') return 'challenge'
  if (check.isOver) return check.limit === 'codeTries' ? spent() : paused(check)
  if (check.isProven && !request.isProven)
    session.codeRequest = request = { ...request, isProven: true }
  try {
    const { phone, attemptId } = request
    const found = await gateways.identity.checkCode({ phone, code, attemptId })
    session.loyaltyCode = found
    await check.right(found.userId)
    context.analytics.track('PhoneConfirm:Success', { is_registered: found.isRegistered })
    return 'right'
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    const meaning = getMeaning(error)
    if (meaning === 'unavailable') {
      await check.unanswered()
      return meaning
    }
    if (meaning !== 'wrong') {
      await check.undecided()
      return check.triesLeft === 0 ? spent() : meaning
    }
    const pause = await check.wrong()
    if (pause) return paused(pause)
    if (hasExpired(request)) return 'expired'
    return check.triesLeft === 0 ? spent() : 'wrong'
  }
}
