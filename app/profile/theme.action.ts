import { z } from 'zod'

import { defineForm } from '~/forms/define-form.server'
import { themes } from '~/session/device.server'

/** Keeps the colours that the shopper chose; anything but light and dark follows the system. */
const form = defineForm({
  name: 'theme',
  switch: 'never',
  schema: z.object({ theme: z.enum(themes).nullable().catch(null) }),
  repeat: 'repeatable',
  async call({ context, value }) {
    context.device.theme = value.theme
    return { word: 'done' }
  },
  note: ({ context, value }) =>
    context.analytics.track('Theme:Change', { theme: value.theme ?? 'system' }),
  endings: { done: {} },
  page: '/profile',
})

export const action = form.action
export const loader = form.loader
