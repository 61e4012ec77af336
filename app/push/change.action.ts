import type { ClientActionFunctionArgs } from '@remix-run/react'
import { z } from 'zod'

import { defineAction } from '~/forms/define-form.server'
import { json, rawStatus } from '~/forms/form-response.server'
import { isConsentName, type ConsentName } from '~/domain/consents'

import { saveConsents } from './notification.server'

/**
 * Saves one consent for the page's script. A change that is not saved gets an error status, so the script
 * flips the switch back.
 */
const form = defineAction('/profile/notification', {
  name: 'consent-switch',
  killSwitch: 'consents',
  schema: z.object({
    name: z.custom<ConsentName>(isConsentName),
    isPermitted: z.enum(['true', 'false']).transform((value) => value === 'true'),
  }),
  idempotencyKey: 'none',
  call: ({ context, value }) => saveConsents(context, { [value.name]: value.isPermitted }),
  onResult: { saved: json({ isSaved: true }), unavailable: rawStatus(503) },
  advanced: { statusWhenOff: 503, onInvalid: () => rawStatus(422) },
})

export const action = form.action
export const loader = form.loader

/** After a refusal the switch flips back and shows a message; the page stays. */
export async function clientAction({ serverAction }: ClientActionFunctionArgs) {
  try {
    return await serverAction<{ isSaved: boolean; isOffline?: boolean }>()
  } catch (error) {
    // A redirect: the session has ended.
    if (error instanceof Response) throw error
    const isOffline = error instanceof Error && error.name === 'NoNetworkError'
    return { isSaved: false, isOffline }
  }
}
