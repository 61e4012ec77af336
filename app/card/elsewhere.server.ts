import type { AppLoadContext } from '@remix-run/node'

import { BUDGET_MS, loadBlocks } from '~/gateways/load-blocks.server'
import { env } from '~/platform/env.server'
import { CardNumberCookie } from '~/session/card-number-cookie.server'

import { getDigits } from './card.server'

/** The card's permanent number; `none`: no card yet, `unknown`: the gateway failed. */
type LoadedNumber =
  { state: 'loaded'; number: string } | { state: 'none' | 'unknown'; number: null }

/** The card's number from the profile, else from this device; requests no code. */
export async function loadNumber(context: AppLoadContext): Promise<LoadedNumber> {
  const { profile } = await loadBlocks(
    { profile: context.gateways.identity.getProfile() },
    { profile: BUDGET_MS.critical },
  )
  const numberCookie = new CardNumberCookie(context)
  const number = getDigits(profile?.cardNumber) ?? (await numberCookie.number())
  if (number) {
    await numberCookie.keep(number)
    return { state: 'loaded', number }
  }
  return { state: profile ? 'none' : 'unknown', number: null }
}

/** The certificate and key for passes; null: passes are not offered. */
export function passSigner() {
  const { PASS_CERTIFICATE, PASS_KEY, PASS_WWDR, PASS_TYPE_ID, PASS_TEAM_ID } = env()
  if (!PASS_CERTIFICATE || !PASS_KEY || !PASS_WWDR || !PASS_TYPE_ID || !PASS_TEAM_ID) return null
  return {
    certificate: PASS_CERTIFICATE,
    key: PASS_KEY,
    wwdr: PASS_WWDR,
    typeId: PASS_TYPE_ID,
    teamId: PASS_TEAM_ID,
  }
}

export type PassSigner = NonNullable<ReturnType<typeof passSigner>>

const SHARE = 'https://catima.app/share'
const OPAQUE = 0xff000000

interface CatimaCard {
  store: string
  note: string
  cardid: string
  /** The brand's colour, `#0e5a3a`. */
  colour: string
}

/**
 * A link that imports a card into the open-source wallet Catima. All data are in the fragment,
 * which browsers never send. Values are encoded twice, as the wallet's documentation requires
 * (https://catimaloyalty.readthedocs.io, Card sharing URL format).
 */
export function catimaLink({ store, note, cardid, colour }: CatimaCard): string {
  const fields = new URLSearchParams({
    store,
    note,
    cardid,
    barcodetype: 'CODE_128',
    // Android writes a colour as a signed 32-bit number.
    headercolor: String(OPAQUE | parseInt(colour.slice(1), 16)),
  })
  return `${SHARE}#${encodeURIComponent(fields.toString())}`
}
