import type { AppLoadContext } from '@remix-run/node'
import { z } from 'zod/v4'

import { GatewayError } from '~/gateways/gateway-error.server'
import { allConsents, isConsentName, type ConsentName, type Consents } from '~/lib/consents'
import { formIdField } from '~/forms/once.server'

const ticked = z
  .literal('on')
  .optional()
  .transform((value) => value === 'on')

const tickedEach = Object.fromEntries(allConsents.map(({ name }) => [name, ticked])) as Record<
  ConsentName,
  typeof ticked
>

/** All eight at once: a box that is not ticked is not sent, and means no. */
export const consentsForm = z.object({ ...tickedEach, ...formIdField })

/** One of the eight, as its switch sends it. */
export const consentForm = z.object({
  name: z.custom<ConsentName>(isConsentName),
  isPermitted: z.enum(['true', 'false']).transform((value) => value === 'true'),
})

/** Saves the named consents; false while the gateway cannot. */
export async function saveConsents(
  { gateways, analytics }: AppLoadContext,
  change: Partial<Consents>,
): Promise<boolean> {
  try {
    await gateways.account.updatePermissions(change)
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    analytics.track('Consents:Error', {})
    return false
  }
  for (const { name } of allConsents) {
    const is_permitted = change[name]
    if (is_permitted !== undefined)
      analytics.track('Consents:Save', { consent: name, is_permitted })
  }
  return true
}
