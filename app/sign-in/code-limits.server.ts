import type { AppLoadContext } from '@remix-run/node'

import { judgeAnswer } from '~/captcha/captcha.server'
import type { LimitName } from '~/limits/limit-table.server'
import type { LimitRefusal, Consumed } from '~/limits/limits.server'
import type { CodeRequest, Pause, PauseReason } from '~/session/session.server'

/**
 * When a smaller fraction of the shop's SMS is left, devices without an earlier sign-in need a captcha for
 * each SMS.
 */
const SCARCE = 0.55

/** Who asks for a code: a device that has confirmed the phone, with its own counts, or a stranger. */
interface Asker {
  /**
   * The key of counts by phone. A stranger who uses up the phone's limits only blocks other strangers, and a
   * former user of the number only himself.
   */
  key: string
  isStranger: boolean
}

async function getAsker(
  { device, services: { revokedSessions } }: AppLoadContext,
  phone: string,
): Promise<Asker> {
  const confirmation = device.confirmation(phone)
  if (!confirmation || (await revokedSessions.isRevoked(confirmation)))
    return { key: phone, isStranger: true }
  return { key: `confirmed ${confirmation.sessionId}`, isStranger: false }
}

/** Points of `wrongCodesOfAddress` for the first wrong code of a phone. */
const PHONE_POINTS = 3

/** The key that counts all SMS of the shop. */
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
  wrongCodesOfConfirmedDevices: 'codes',
  wrongCodesAfterRow: 'codes',
  codesOfConfirmedDevices: 'texts',
  smsInMinute: 'shop',
  smsInHour: 'shop',
  newDeviceSmsInMinute: 'shop',
  newDeviceSmsInHour: 'shop',
}

/** Why sign-in has to wait, and until when; limits not listed above are limits of an address. */
export function getPause({ limit, until }: LimitRefusal): Pause {
  return { until, reason: reasons[limit] ?? 'network' }
}

/**
 * Consumes the limits of one SMS before the request. Returns `captcha` when the token is wrong or used, or when
 * a needed one is missing: above a limit that strangers share it is asked for in place of a pause. A verified
 * token lifts only such limits (`isAsked`). Where none can be verified, the address has a limit of its own.
 */
export async function consumeCodeRequest(
  context: AppLoadContext,
  phone: string,
  captchaToken: string,
): Promise<(Consumed & { isAsked: boolean }) | LimitRefusal | 'captcha'> {
  const { limits, captcha } = context.services
  const { device } = context
  const { key, isStranger } = await getAsker(context, phone)
  const pause = await pauseOfPhone(limits, key)
  if (pause) return pause
  const verdict = await judgeAnswer(context, captchaToken)
  if (verdict === 'wrong') return 'captcha'
  const isUnproven = isStranger && verdict !== 'right'
  const isAttacked =
    isStranger && (await limits.getRefusal('wrongCodesOfShop', WHOLE_SHOP)) !== null
  // The address comes first: a refused one takes nothing from the phone and the shop.
  const ofAddress = isUnproven ? await consumeUnproven(context, phone, verdict, isAttacked) : null
  if (ofAddress === 'captcha' || ofAddress?.isOver) return ofAddress
  const points = isAttacked ? 2 : 1
  const shared: Parameters<typeof limits.consume> = isStranger
    ? [
        ['newDeviceSmsInMinute', WHOLE_SHOP, points],
        ['newDeviceSmsInHour', WHOLE_SHOP, points],
      ]
    : [['codesOfConfirmedDevices', phone]]
  const taken = await limits.consume(
    ['codeWait', key],
    ['codesInTenMinutes', key],
    ['codesInHour', key],
    ['codesInDay', key],
    ['codesOfDevice', device.id],
    ['smsInMinute', WHOLE_SHOP],
    ['smsInHour', WHOLE_SHOP],
    ...shared,
  )
  const reward: Consumed['reward'] = async (...names) => {
    await Promise.all([ofAddress?.reward(...names), !taken.isOver && taken.reward(...names)])
  }
  if (taken.isOver) {
    await reward()
    return taken
  }
  const budgets = ['smsInMinute', 'smsInHour'] as const
  const isScarce = budgets.some((limit) => taken.leftShare(limit) < SCARCE)
  if (isUnproven && isScarce && captcha.isOffered) {
    await reward()
    return 'captcha'
  }
  return { ...taken, reward, isAsked: verdict === 'right' }
}

/** The pause after wrong codes of a phone; null without one. */
async function pauseOfPhone(
  limits: AppLoadContext['services']['limits'],
  key: string,
): Promise<LimitRefusal | null> {
  return (
    (await limits.getRefusal('wrongCodes', key)) ??
    (await limits.getRefusal('wrongCodesInDay', key))
  )
}

/** Consumes the limit of an address for an SMS of an unknown device without a verified captcha. */
async function consumeUnproven(
  { services: { limits, captcha }, visit: { isSuspicious, address } }: AppLoadContext,
  phone: string,
  verdict: Awaited<ReturnType<typeof judgeAnswer>>,
  isAttacked: boolean,
): Promise<Consumed | LimitRefusal | 'captcha'> {
  if (!captcha.isOffered) return limits.consume(['codesOfAddress', address])
  // The provider cannot verify an answer, so a wait is shown instead of an endless challenge.
  if (verdict === 'unknown') return limits.consume(['unverifiedSms', address])
  if (isSuspicious || isAttacked || (await limits.getRefusal('wrongCodesUnasked', phone)))
    return 'captcha'
  const taken = await limits.consume(['unansweredSms', address])
  return taken.isOver ? 'captcha' : taken
}

/** Ends the wait with the code: without a valid code the shopper may request another at once. */
export async function endWaitWithCode(
  context: AppLoadContext,
  phone: string,
  secondsLeft: number,
): Promise<void> {
  const { key } = await getAsker(context, phone)
  await context.services.limits.endAfter('codeWait', key, secondsLeft)
}

/** One check of a code; the result decides how many points it takes from the limits. */
interface CodeCheck {
  isOver: false
  triesLeft: number
  /** True when a captcha was verified for this check: further tries of the code need none. */
  isProven: boolean
  /** The code was correct. */
  right(userId: string): Promise<void>
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

/** Limits that count wrong codes only. */
const ofWrongCodes = [
  'freeTries',
  'wrongCodes',
  'wrongCodesInDay',
  'wrongCodesOfConfirmedDevices',
  'wrongCodesInRow',
  'wrongCodesAfterRow',
  'wrongCodesUnasked',
  'wrongCodesOfAddress',
  'wrongCodesOfShop',
] as const

/**
 * Consumes the limits of one check before the gateway is called. An unknown device has one try for each SMS;
 * the others, and the first above a shared limit, need a verified captcha.
 */
export async function consumeCodeCheck(
  context: AppLoadContext,
  request: CodeRequest,
  captchaToken = '',
): Promise<CodeCheck | LimitRefusal | 'captcha'> {
  const { device, visit, services } = context
  const { limits, captcha } = services
  const { address } = visit
  const { phone, attemptId } = request
  const { key, isStranger } = await getAsker(context, phone)
  const pause = await pauseOfPhone(limits, key)
  if (pause) return pause
  const taken = await limits.consume(['codeTries', attemptId])
  if (taken.isOver) return taken
  const rewards = [taken.reward]
  const reward: Consumed['reward'] = async (...names) => {
    await Promise.all(rewards.map((each) => each(...names)))
  }
  const refuse = async <Reason>(reason: Reason) => {
    await reward()
    return reason
  }
  /** Takes the points of further limits; the refusal of one that is over. */
  const count = async (...claims: Parameters<typeof limits.consume>) => {
    const more = await limits.consume(...claims)
    if (more.isOver) return more
    rewards.push(more.reward)
    return null
  }
  let isProven = request.isProven ?? false
  if (isStranger) {
    const isNewPhone = !(await count(['wrongPhonesOfAddress', `${address} ${phone}`]))
    // All are counted, also after the first that is over.
    const over = [
      await count(['freeTries', attemptId]),
      await count(['wrongCodesUnasked', phone]),
      await count(['wrongCodesOfAddress', address, isNewPhone ? PHONE_POINTS : 1]),
      await count(['wrongCodesOfShop', WHOLE_SHOP]),
    ]
      .filter((refusal) => refusal !== null)
      .filter(({ limit }) => limit === 'freeTries' || !request.isAsked)
    if (!isProven && over.length > 0) {
      const verdict = captcha.isVerifiable ? await judgeAnswer(context, captchaToken) : 'none'
      isProven = verdict === 'right'
      if (!isProven && captcha.isVerifiable) return refuse('captcha' as const)
      const hard = over.find(({ limit }) => limit === 'wrongCodesOfAddress')
      if (!isProven && hard) return refuse(hard)
    }
  }
  // The phone comes last: who lacks a captcha takes nothing from its owner.
  const ofPhone: Parameters<typeof limits.consume> = [
    ['wrongCodesInDay', key],
    ['wrongCodes', key],
  ]
  if (!isStranger) ofPhone.push(['wrongCodesOfConfirmedDevices', phone])
  const isAfterRow = isStranger && (await count(['wrongCodesInRow', phone]))
  if (isAfterRow) ofPhone.push(['wrongCodesAfterRow', phone])
  const byPhone = await limits.consume(...ofPhone)
  if (byPhone.isOver) return refuse(byPhone)
  rewards.push(byPhone.reward)
  return {
    isOver: false,
    triesLeft: taken.left('codeTries'),
    isProven,
    async right(userId) {
      await reward(...ofWrongCodes)
      await limits.block('codeTries', attemptId)
      // The wait keeps strangers from sending SMS; the owner may need one on a second device.
      await limits.forget('codeWait', key)
      await limits.forget('wrongCodesInRow', phone)
      if (isStranger) await limits.refund('unansweredSms', address)
      device.confirm(phone, userId)
    },
    async wrong() {
      if (byPhone.left('wrongCodesInDay') === 0) return limits.getRefusal('wrongCodesInDay', key)
      return byPhone.left('wrongCodes') === 0 ? limits.block('wrongCodes', key) : null
    },
    undecided: () => reward(...ofWrongCodes),
    unanswered: () => reward(),
  }
}
