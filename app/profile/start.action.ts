import { z } from 'zod'

import { defineForm } from '~/forms/define-form.server'
import { starts } from '~/session/device.server'

/** Keeps what the installed application opens first; anything but the card is the main screen. */
const form = defineForm({
  name: 'start',
  switch: 'never',
  schema: z.object({ start: z.enum(starts).catch('today') }),
  repeat: 'repeatable',
  async call({ context, value }) {
    context.device.start = value.start
    return { word: 'done' }
  },
  note: ({ context, value }) => context.analytics.track('Start:Change', { start: value.start }),
  endings: { done: {} },
  page: '/profile',
})

export const action = form.action
export const loader = form.loader
