import { z } from 'zod'

import { defineAction } from '~/forms/define-form.server'
import { redirectBack } from '~/forms/form-response.server'
import { dismissibleNotices } from '~/session/cookie-values.server'

/** Hides a notice for a month; ignores an unknown one. */
const form = defineAction('/today', {
  name: 'dismiss',
  schema: z.object({ key: z.enum(dismissibleNotices).optional().catch(undefined) }),
  idempotencyKey: 'none',
  async call({ context, value: { key } }) {
    if (key) context.cookies.dismiss(key)
    return { kind: 'done' }
  },
  track({ context, value: { key } }) {
    if (key) context.analytics.track('Notice:Dismiss', { notice: key })
  },
  onResult: { done: redirectBack },
})

export const action = form.action
export const loader = form.loader
