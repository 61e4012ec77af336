import { z } from 'zod'

import { defineForm } from '~/forms/define-form.server'
import { dismissibleNotices } from '~/session/hints.server'

/** Hides an advice for a month; one that there is not is no fault of the shopper's. */
const form = defineForm({
  name: 'dismiss',
  switch: 'never',
  schema: z.object({ key: z.enum(dismissibleNotices).optional().catch(undefined) }),
  repeat: 'repeatable',
  async call({ context, value: { key } }) {
    if (key) context.hints.dismiss(key)
    return { word: 'done' }
  },
  note({ context, value: { key } }) {
    if (key) context.analytics.track('Notice:Dismiss', { notice: key })
  },
  endings: { done: {} },
  page: '/today',
})

export const action = form.action
export const loader = form.loader
