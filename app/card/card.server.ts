import type { AppLoadContext } from '@remix-run/node'

import { withTimeout } from '~/lib/with-timeout'
import { GatewayError } from '~/gateways/gateway-error.server'
import { BUDGET_MS, loadBlocks } from '~/gateways/load-blocks.server'
import { withErrorCode } from '~/gateways/named-failure.server'
import type { Profile } from '~/gateways/schemas/identity.server'
import { drawnCode128 } from '~/domain/drawn-codes.server'
import { formatTime } from '~/lib/dates'
import { UNKNOWN_ZONE } from '~/lib/time-zones'
import { groupInFours } from '~/domain/mask'
import { env } from '~/platform/env.server'
import { CardNumberCookie } from '~/session/card-number-cookie.server'
import { getQrLoadError, loadCard, type QrLoadError } from './card-code.server'

/** After this time without a code, the profile's number is loaded, too. */
const LATE_MS = 1000

/**
 * The card for its screens. If the code fails, the number of the profile or of this device replaces it within
 * three seconds.
 * @param askProfile loads the profile; a screen that has loaded it already passes its own call
 */
export async function loadCardView(
  context: AppLoadContext,
  askProfile: () => Promise<Profile> = () => context.gateways.identity.getProfile(),
) {
  let qrError: QrLoadError = 'unreachable'
  const asked = loadCard(context).catch((error: unknown) => {
    if (error instanceof GatewayError) qrError = getQrLoadError(error)
    throw error
  })
  const named = withErrorCode('qrcode', context.visit, asked)
  const { card, fallbackCard } = await loadBlocks(
    { card: named.call, fallbackCard: fallbackNumber(named.call, askProfile) },
    { card: BUDGET_MS.critical, fallbackCard: BUDGET_MS.critical },
  )
  const numberCookie = new CardNumberCookie(context)
  if (!card) {
    const cardDigits = getDigits(fallbackCard)
    if (cardDigits) await numberCookie.keep(cardDigits)
    const number = cardDigits ?? (await numberCookie.number())
    context.reply.card = number ? 'number' : 'none'
    return {
      card: null,
      fallbackCard: number ? numberView(number) : null,
      supportCode: named.errorCode(),
      qrError,
    }
  }
  context.reply.card = 'code'
  const { number, svg, fetchedAt } = card
  await numberCookie.keep(number)
  return {
    card: {
      qr: { svg, fetchedAt },
      fetchedAtTime: formatTime(fetchedAt, UNKNOWN_ZONE),
      ...numberView(number),
    },
    fallbackCard: null,
    supportCode: null,
    qrError: null,
  }
}

/** The card number of the profile, loaded once the code has failed or is late; else null. */
async function fallbackNumber(code: Promise<unknown>, askProfile: () => Promise<Profile>) {
  const hasFailed = async () =>
    code.then(
      () => false,
      () => true,
    )
  return (await withTimeout(hasFailed, LATE_MS, () => true))
    ? (await askProfile()).cardNumber
    : null
}

/** The digits of a gateway's card number; null when invalid or masked. */
export function getDigits(cardNumber: string | null | undefined): string | null {
  const digits = (cardNumber ?? '').replace(/\s/g, '')
  return /^\d{8,30}$/.test(digits) ? digits : null
}

const numberView = (number: string) => ({
  number: groupInFours(number),
  barcode: drawnCode128(number),
  keptDays: env().CARD_KEPT_DAYS,
})

/** The fields of the card's view that a phone stores besides the code. */
export function numberToStore(view: CardNumberView | null): CardNumberView | null {
  return view && { number: view.number, barcode: view.barcode, keptDays: view.keptDays }
}

type Loaded = Awaited<ReturnType<typeof loadCardView>>
/** The card's number and barcode, shown without a code. */
export type CardNumberView = NonNullable<Loaded['fallbackCard']>
