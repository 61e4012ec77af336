import type { AppLoadContext } from '@remix-run/node'

import { BUDGET_MS, loadBlocks } from '~/gateways/load-blocks.server'
import { env } from '~/platform/env.server'

import { getDigits } from './card.server'

/** The card's permanent number; `none`: no card yet, `unknown`: the gateway failed. */
type LoadedNumber =
  { state: 'loaded'; number: string } | { state: 'none' | 'unknown'; number: null }

/** The card's number from the profile, else from this device; requests no code. */
export async function loadNumber({ gateways, storedCard }: AppLoadContext): Promise<LoadedNumber> {
  const { profile } = await loadBlocks(
    { profile: gateways.identity.getProfile() },
    { profile: BUDGET_MS.critical },
  )
  const number = getDigits(profile?.cardNumber) ?? (await storedCard.number())
  if (number) {
    await storedCard.keep(number)
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
