import type { AppLoadContext } from '@remix-run/node'

import { judgeAnswer } from '~/forms/captcha.server'

import type { LimitName, LimitRefusal, Consumed } from '~/session/limits.server'
import type { CodeRequest, Pause, PauseReason } from '~/session/session.server'

/** Equal to the window in which an address becomes suspicious. */
const SUSPICION_MS = 60_000
/**
 * When a smaller fraction of the shop's texts is left, devices without an earlier sign-in need a captcha for
 * each text.
 */
const SCARCE = 0.55

/**
 * The key of counts by phone. A device on which the phone was confirmed has its own counts. So a
 * stranger who uses up the phone's limits only blocks other strangers.
 */
function ownerOf({ device }: AppLoadContext, phone: string): string {
  return device.knows(phone) ? `known ${phone}` : phone
}

/** The key that counts all texts of the shop. */
const WHOLE_SHOP = 'shop'

/** The reason on the pause screen for each limit. */
const reasons: Partial<Record<LimitName, PauseReason>> = {
  codeWait: 'sent',
  codesInTenMinutes: 'texts',
  codesInHour: 'texts',
  codesInDay: 'texts',
  codesOfDevice: 'device',
  wrongCodes: 'codes',
  wrongCodesInDay: 'codes',
  textsInMinute: 'shop',
  textsInHour: 'shop',
  newDeviceTextsInMinute: 'shop',
  newDeviceTextsInHour: 'shop',
}

/** Why sign-in has to wait, and until when; limits not listed above are limits of an address. */
export function pauseOf({ limit, until }: LimitRefusal): Pause {
  return { until, reason: reasons[limit] ?? 'network' }
}

/**
 * Consumes the limits of one text before the request. Returns `captcha` when the token is wrong or
 * used, or when a needed one is missing. One is needed after many requests from this address, or
 * while texts are scarce. The gateway decides about a token that cannot be verified; it lifts no
 * limit.
 */
export async function consumeCodeRequest(
  context: AppLoadContext,
  phone: string,
  captchaToken: string,
): Promise<Consumed | LimitRefusal | 'captcha'> {
  const { limits, device, address } = context
  const owner = ownerOf(context, phone)
  for (const limit of ['wrongCodes', 'wrongCodesInDay'] as const) {
    const pause = await limits.refusalOf(limit, owner)
    if (pause) return pause
  }
  const isStranger = !device.knows(phone)
  const ofAddress: [LimitName, string][] = isStranger ? [['codesOfAddress', address]] : []
  const ofNewDevices: [LimitName, string][] = isStranger
    ? [
        ['newDeviceTextsInMinute', WHOLE_SHOP],
        ['newDeviceTextsInHour', WHOLE_SHOP],
      ]
    : []
  // The address comes first, so that a refused address does not count against the phone.
  const taken = await limits.consume(
    ...ofAddress,
    ['codeWait', owner],
    ['codesInTenMinutes', owner],
    ['codesInHour', owner],
    ['codesInDay', owner],
    ['codesOfDevice', device.id],
    ['textsInMinute', WHOLE_SHOP],
    ['textsInHour', WHOLE_SHOP],
    ...ofNewDevices,
  )
  if (taken.isOver) return taken
  const verdict = await judgeAnswer(context, captchaToken)
  const budgets = ['textsInMinute', 'textsInHour'] as const
  const isScarce = budgets.some((limit) => taken.leftShare(limit) < SCARCE)
  const unasked =
    verdict === 'right' || !isStranger ? null : await consumeWithoutCaptcha(context, isScarce)
  const reward: Consumed['reward'] = async (...limits) => {
    await taken.reward(...limits)
    if (unasked?.isOver === false) await unasked.reward(...limits)
  }
  if (verdict !== 'wrong' && !unasked?.isOver) return { ...taken, reward }
  await reward()
  // The provider cannot verify an answer, so the wait is shown instead of an endless challenge.
  return verdict === 'unknown' && unasked?.isOver ? unasked : 'captcha'
}

/**
 * Consumes the address's limit of texts without a captcha; beyond it a captcha is required. When
 * the provider fails, only the hard limits apply.
 */
async function consumeWithoutCaptcha(
  context: AppLoadContext,
  isScarce: boolean,
): Promise<Consumed | LimitRefusal | null> {
  const { limits, address, isSuspicious, captcha } = context
  if (!captcha.isOffered) return null
  if (!isSuspicious && !isScarce) return limits.consume(['codesOfAddressUnasked', address])
  const until = new Date(Date.now() + SUSPICION_MS)
  return { isOver: true, limit: 'signInsUnasked', until }
}

/** Ends the wait with the code: without a valid code the shopper may request another at once. */
export async function endWaitWithCode(
  context: AppLoadContext,
  phone: string,
  secondsLeft: number,
): Promise<void> {
  await context.limits.endAfter('codeWait', ownerOf(context, phone), secondsLeft)
}

/** One check of a code; the result decides how many points it takes from the limits. */
export interface CodeCheck {
  isOver: false
  /** Tries left for this code. */
  triesLeft: number
  /** The code was correct. */
  right(): Promise<void>
  /**
   * The code was wrong. A pause begins after the tenth, and for the rest of the day after the
   * thirteenth.
   */
  wrong(): Promise<LimitRefusal | null>
  /** The gateway refused to check the code: this consumes a try, but counts no wrong code. */
  undecided(): Promise<void>
  /** The gateway did not answer: this consumes no try. */
  unanswered(): Promise<void>
}

/** Consumes the limits of one check before the gateway is called. */
export async function consumeCodeCheck(
  context: AppLoadContext,
  { phone, attemptId }: CodeRequest,
): Promise<CodeCheck | LimitRefusal> {
  const { limits, device, address } = context
  const owner = ownerOf(context, phone)
  const ofAddress: [LimitName, string][] = device.knows(phone)
    ? []
    : [['wrongCodesOfAddress', address]]
  const taken = await limits.consume(
    ...ofAddress,
    ['wrongCodesInDay', owner],
    ['wrongCodes', owner],
    ['codeTries', attemptId],
  )
  if (taken.isOver) return taken
  return {
    isOver: false,
    triesLeft: taken.left('codeTries'),
    async right() {
      await taken.reward('wrongCodes', 'wrongCodesInDay', 'wrongCodesOfAddress')
      await limits.block('codeTries', attemptId)
      // The wait keeps strangers from sending texts; the owner may need one on a second device.
      await limits.forget('codeWait', owner)
      device.remember(phone)
    },
    async wrong() {
      if (taken.left('wrongCodesInDay') === 0) {
        const more = await limits.consume(['wrongCodesInDay', owner])
        if (more.isOver) return more
      }
      return taken.left('wrongCodes') === 0 ? limits.block('wrongCodes', owner) : null
    },
    undecided: () => taken.reward('wrongCodes', 'wrongCodesInDay', 'wrongCodesOfAddress'),
    unanswered: () => taken.reward(),
  }
}
