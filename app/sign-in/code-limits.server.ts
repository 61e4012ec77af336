import { createHash } from 'node:crypto'

import type { AppLoadContext } from '@remix-run/node'

import { env } from '~/platform/env.server'

import type { LimitName, Refusal, Taken } from '~/session/limits.server'
import type { CodeRequest } from '~/session/session.server'

const CAPTCHA_KEPT_MS = 300_000

/**
 * Whose counts by phone these are. A device on which the phone was proven has counts of its own,
 * so that a stranger who spends the phone's locks out nobody but other strangers.
 */
function ownerOf({ device }: AppLoadContext, phone: string): string {
  return device.knows(phone) ? `known ${phone}` : phone
}

/**
 * Takes what one text with a code costs, before it is asked for. `captcha`: more was asked from
 * this address than people ask, and the token is none or was used before.
 */
export async function takeCodeRequest(
  context: AppLoadContext,
  phone: string,
  captchaToken: string,
): Promise<Taken | Refusal | 'captcha'> {
  const { limits, device, address } = context
  const owner = ownerOf(context, phone)
  const pause = await limits.refusalOf('wrongCodes', owner)
  if (pause) return pause
  const isStranger = !device.knows(phone)
  const ofAddress: [LimitName, string][] = isStranger ? [['codesOfAddress', address]] : []
  const taken = await limits.take(
    ['codeWait', owner],
    ['codesInTenMinutes', owner],
    ['codesInHour', owner],
    ['codesInDay', owner],
    ['codesOfDevice', device.id],
    ...ofAddress,
  )
  if (taken.isOver) return taken
  const isAsked = isStranger && (await isCaptchaAsked(context))
  const isRefused = captchaToken ? !(await isFirstUse(context, captchaToken)) : isAsked
  if (!isRefused) return taken
  await taken.giveBack()
  return 'captcha'
}

/** Without a provider nobody could answer: then only the hard limits hold. */
async function isCaptchaAsked({ limits, address, isSuspicious }: AppLoadContext): Promise<boolean> {
  if (env().CAPTCHA_PROVIDER === 'none') return false
  const { isOver } = await limits.take(['codesOfAddressUnasked', address])
  return isOver || isSuspicious
}

/** A captcha's token buys one text. That it is right, the gateway finds out. */
function isFirstUse({ store }: AppLoadContext, captchaToken: string): Promise<boolean> {
  const digest = createHash('sha256').update(captchaToken).digest('base64url')
  return store.claim(`captcha:${digest}`, '1', CAPTCHA_KEPT_MS)
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
  /** With the tenth wrong code of the day the pause begins. */
  wrong(): Promise<Refusal | null>
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
  const taken = await limits.take(['wrongCodes', owner], ['codeTries', attemptId], ...ofAddress)
  if (taken.isOver) return taken
  return {
    isOver: false,
    triesLeft: taken.left('codeTries'),
    async right() {
      await taken.giveBack('wrongCodes', 'wrongCodesOfAddress')
      await limits.spend('codeTries', attemptId)
      device.remember(phone)
    },
    wrong: async () =>
      taken.left('wrongCodes') === 0 ? await limits.spend('wrongCodes', owner) : null,
    unanswered: () => taken.giveBack(),
  }
}
