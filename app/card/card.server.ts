import type { AppLoadContext } from '@remix-run/node'

import { GatewayError } from '~/gateways/gateway-error.server'
import { BUDGET_MS, loadBlocks } from '~/gateways/load-blocks.server'
import { withErrorCode } from '~/gateways/named-failure.server'
import type { Profile } from '~/gateways/shapes/identity.server'
import { drawnCode128 } from '~/lib/drawn-codes.server'
import { formatTime, SERVER_TIME_ZONE } from '~/lib/dates'
import { groupInFours } from '~/lib/mask'
import { env } from '~/platform/env.server'
import { codeFaultOf, loadCard, type CodeFault } from './card-code.server'

/** Whoever waits this long for a code has the number looked up, too. */
const LATE_MS = 1000

/**
 * The card as its screens show it. While the code cannot be had, the number of the profile, else the
 * one that this device has seen last, and its barcode stand in for it, within the same three seconds.
 * @param askProfile of a screen that has asked already
 */
export async function loadCardView(
  context: AppLoadContext,
  askProfile: () => Promise<Profile> = () => context.gateways.identity.getProfile(),
) {
  let cardFault: CodeFault = 'unreachable'
  const asked = loadCard(context).catch((error: unknown) => {
    if (error instanceof GatewayError) cardFault = codeFaultOf(error)
    throw error
  })
  const named = withErrorCode('qrcode', context, asked)
  const { card, spare } = await loadBlocks(
    { card: named.call, spare: spareNumber(named.call, askProfile) },
    { card: BUDGET_MS.critical, spare: BUDGET_MS.critical },
  )
  const { storedCard } = context
  if (!card) {
    const cardDigits = digitsOf(spare)
    if (cardDigits) await storedCard.keep(cardDigits)
    const number = cardDigits ?? (await storedCard.number())
    context.card = number ? 'number' : 'none'
    return {
      card: null,
      spare: number ? numberView(number) : null,
      cardError: named.errorCode(),
      cardFault,
    }
  }
  context.card = 'code'
  const { number, svg, fetchedAt } = card
  await storedCard.keep(number)
  return {
    card: {
      code: { svg, fetchedAt },
      fetchedAtTime: `${formatTime(fetchedAt, SERVER_TIME_ZONE)} (МСК)`,
      number: groupInFours(number),
      barcode: drawnCode128(number),
      keptDays: env().CARD_KEPT_DAYS,
    },
    spare: null,
    cardError: null,
    cardFault: null,
  }
}

/** The profile's number of the card, asked for once the code has failed or is late; else null. */
async function spareNumber(code: Promise<unknown>, askProfile: () => Promise<Profile>) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const isLate = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, LATE_MS, true)
  })
  const hasFailed = code.then(
    () => false,
    () => true,
  )
  const isNeeded = await Promise.race([hasFailed, isLate])
  clearTimeout(timer)
  return isNeeded ? (await askProfile()).cardNumber : null
}

/** The digits of a number as a gateway writes it; null for what is none, or hidden. */
export function digitsOf(cardNumber: string | null | undefined): string | null {
  const digits = (cardNumber ?? '').replace(/\s/g, '')
  return /^\d{8,30}$/.test(digits) ? digits : null
}

const numberView = (number: string) => ({
  number: groupInFours(number),
  barcode: drawnCode128(number),
  keptDays: env().CARD_KEPT_DAYS,
})

/** What a phone keeps of the card's view besides its code, on a screen that does not show it. */
export function numberToStore(view: CardNumberView | null): CardNumberView | null {
  return view && { number: view.number, barcode: view.barcode, keptDays: view.keptDays }
}

type Loaded = Awaited<ReturnType<typeof loadCardView>>
/** The card's number and barcode, for who has no code. */
export type CardNumberView = NonNullable<Loaded['spare']>
