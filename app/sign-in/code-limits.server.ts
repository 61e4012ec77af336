import type { AppLoadContext } from '@remix-run/node'

import { judgeAnswer } from '~/forms/captcha.server'

import type { LimitName, Refusal, Consumed } from '~/session/limits.server'
import type { CodeRequest, Pause, PauseReason } from '~/session/session.server'

/** As long as the window in which an address became suspicious. */
const SUSPICION_MS = 60_000
/** Before only half of the shop's texts are left, who never signed in here answers a captcha for each. */
const SCARCE = 0.55

/**
 * The owner of these counts by phone. A device on which the phone was proven has counts of its own,
 * so that a stranger who spends the phone's locks out other strangers only.
 */
function ownerOf({ device }: AppLoadContext, phone: string): string {
  return device.knows(phone) ? `known ${phone}` : phone
}

/** What every text of the shop is counted by, whomever it goes to. */
const WHOLE_SHOP = 'shop'

/** What a refusal is called on the screen that tells of it. */
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

/** Why signing in has to wait, and until when; all other limits are those of an address. */
export function pauseOf({ limit, until }: Refusal): Pause {
  return { until, reason: reasons[limit] ?? 'network' }
}

/**
 * Takes what one text with a code costs, before it is asked for. `captcha`: the token is wrong or was
 * used before, or there is none and more was asked from this address than people ask, or texts are scarce. A token that
 * cannot be verified is left to the gateway and lifts no limit.
 */
export async function takeCodeRequest(
  context: AppLoadContext,
  phone: string,
  captchaToken: string,
): Promise<Consumed | Refusal | 'captcha'> {
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
  // The address first: who is over its limit adds nothing to what is counted by phone.
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
  const unasked = verdict === 'right' || !isStranger ? null : await takeUnasked(context, isScarce)
  const reward: Consumed['reward'] = async (...limits) => {
    await taken.reward(...limits)
    if (unasked?.isOver === false) await unasked.reward(...limits)
  }
  if (verdict !== 'wrong' && !unasked?.isOver) return { ...taken, reward }
  await reward()
  // Who answered and cannot be believed would be asked for ever: better to say until when.
  return verdict === 'unknown' && unasked?.isOver ? unasked : 'captcha'
}

/**
 * Takes what a text without a captcha costs its address; over, a captcha is asked before it. Without
 * a failing provider: then only the hard limits hold.
 */
async function takeUnasked(
  context: AppLoadContext,
  isScarce: boolean,
): Promise<Consumed | Refusal | null> {
  const { limits, address, isSuspicious, captcha } = context
  if (!captcha.isOffered) return null
  if (!isSuspicious && !isScarce) return limits.consume(['codesOfAddressUnasked', address])
  const until = new Date(Date.now() + SUSPICION_MS)
  return { isOver: true, limit: 'signInsUnasked', until }
}

/** A code that runs out sooner than the wait for another leaves the shopper with neither. */
export async function endWaitWithCode(
  context: AppLoadContext,
  phone: string,
  secondsLeft: number,
): Promise<void> {
  await context.limits.endAfter('codeWait', ownerOf(context, phone), secondsLeft)
}

/** One check that may be made; what it cost depends on what comes of it. */
export interface CodeCheck {
  isOver: false
  /** How often this code may still be tried. */
  triesLeft: number
  /** The code is dead, and was no wrong one. */
  right(): Promise<void>
  /** With the tenth wrong code a pause begins; with the thirteenth of the day, the day's rest. */
  wrong(): Promise<Refusal | null>
  /** The gateway refused to look at the code: a try of it all the same, but no wrong one. */
  undecided(): Promise<void>
  /** The gateway gave no verdict: nothing was learnt, and the fault is not the shopper's. */
  unanswered(): Promise<void>
}

/** Takes what one check of a code costs, before the gateway is asked. */
export async function takeCodeCheck(
  context: AppLoadContext,
  { phone, attemptId }: CodeRequest,
): Promise<CodeCheck | Refusal> {
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
      // The wait prevents strangers from sending texts; its owner may want one on a second device.
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
