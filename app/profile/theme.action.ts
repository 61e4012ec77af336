import { z } from 'zod'

import { defineAction } from '~/forms/define-form.server'
import { redirectBack } from '~/forms/form-response.server'
import { themes } from '~/session/cookie-values.server'

/** Stores the colour scheme; anything but light and dark follows the system. */
const form = defineAction('/profile', {
  name: 'theme',
  schema: z.object({ theme: z.enum(themes).nullable().catch(null) }),
  idempotencyKey: 'none',
  async call({ context, value }) {
    context.cookies.write('v1_theme', value.theme)
    return { kind: 'done' }
  },
  track: ({ context, value }) =>
    context.analytics.track('Theme:Change', { theme: value.theme ?? 'system' }),
  onResult: { done: redirectBack },
})

export const action = form.action
export const loader = form.loader
