import { z } from 'zod'

import { defineAction } from '~/forms/define-form.server'
import { redirectBack } from '~/forms/form-response.server'

/** Stores the first screen of the installed app; anything but the card means the main screen. */
const form = defineAction('/profile', {
  name: 'start',
  schema: z.object({ start: z.enum(['today', 'card']).catch('today') }),
  idempotencyKey: 'none',
  async call({ context, value }) {
    context.cookies.write('v1_start', value.start === 'card' ? 'card' : null)
    return { kind: 'done' }
  },
  track: ({ context, value }) => context.analytics.track('Start:Change', { start: value.start }),
  onResult: { done: redirectBack },
})

export const action = form.action
export const loader = form.loader
