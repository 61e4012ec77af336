import { z } from 'zod'

import { defineAction } from '~/forms/define-form.server'
import { redirectBack } from '~/forms/form-response.server'
import { ShownNotice } from '~/operator/shown-notice.server'

/** Hides the operator's notice on this device for good; accepts an unknown one. */
const form = defineAction('/', {
  name: 'dismiss-notice',
  schema: z.object({
    notice: z
      .string()
      .regex(/^[\w-]{10}$/)
      .optional()
      .catch(undefined),
    returnTo: z.string().optional(),
  }),
  idempotencyKey: 'none',
  async call({ context, value: { notice } }) {
    if (notice) new ShownNotice(context).dismiss(notice)
    return { kind: 'done' }
  },
  track({ context, value: { notice } }) {
    if (notice) context.analytics.track('Notice:Dismiss', { notice: 'operator' })
  },
  onResult: { done: redirectBack },
})

export const action = form.action
export const loader = form.loader
