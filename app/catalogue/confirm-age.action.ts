import { z } from 'zod'

import { defineAction } from '~/forms/define-form.server'
import { redirectBack } from '~/forms/form-response.server'

/** The shopper confirms their age, so that products for adults are shown. */
const form = defineAction('/catalog', {
  name: 'confirm-age',
  schema: z.object({ returnTo: z.string().optional() }),
  idempotencyKey: 'none',
  async call({ context }) {
    context.cookies.write('v1_adult', true)
    return { kind: 'done' }
  },
  track: ({ context }) => context.analytics.track('Adult:Confirm', {}),
  onResult: { done: redirectBack },
})

export const action = form.action
export const loader = form.loader
