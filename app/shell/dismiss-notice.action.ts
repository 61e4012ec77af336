import { z } from 'zod'

import { backTo, defineForm } from '~/forms/define-form.server'

/** Hides the operator's notice on this device for good; one that there is not is nobody's fault. */
const form = defineForm({
  name: 'dismiss-notice',
  switch: 'never',
  guard: async () => undefined,
  schema: z.object({
    notice: z
      .string()
      .regex(/^[\w-]{10}$/)
      .optional()
      .catch(undefined),
    returnTo: z.string().optional(),
  }),
  repeat: 'repeatable',
  async call({ context, value: { notice } }) {
    if (notice) context.notice.dismiss(notice)
    return { word: 'done' }
  },
  note({ context, value: { notice } }) {
    if (notice) context.analytics.track('Notice:Dismiss', { notice: 'operator' })
  },
  endings: { done: {} },
  leadsTo: backTo('/'),
  page: '/',
})

export const action = form.action
export const loader = form.loader
