import type { AppLoadContext } from '@remix-run/node'

import { BUDGET_MS, loadBlocks } from '~/gateways/load-blocks.server'
import { env } from '~/platform/env.server'

import { digitsOf } from './card.server'

/** The number of the card that never changes; `none`: there is no card yet, `unknown`: the gateway did not answer. */
export type LoadedNumber =
  { state: 'loaded'; number: string } | { state: 'none' | 'unknown'; number: null }

/** The card's number by the profile, else as this device has seen it last. No code is asked for. */
export async function loadNumber({ gateways, storedCard }: AppLoadContext): Promise<LoadedNumber> {
  const { profile } = await loadBlocks(
    { profile: gateways.identity.getProfile() },
    { profile: BUDGET_MS.critical },
  )
  const number = digitsOf(profile?.cardNumber) ?? (await storedCard.number())
  if (number) {
    await storedCard.keep(number)
    return { state: 'loaded', number }
  }
  return { state: profile ? 'none' : 'unknown', number: null }
}

/** What the operator's passes are signed with; null: passes are not offered. */
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
