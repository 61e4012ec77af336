import { z } from 'zod'

import { defineForm } from '~/forms/define-form.server'
import { notificationKinds } from '~/session/quiet.server'

/** Keeps what is switched off on this device: a box that is not ticked is not sent, and means so. */
const form = defineForm({
  name: 'quiet',
  switch: 'never',
  schema: z.object({ shown: z.array(z.string()) }),
  repeat: 'repeatable',
  async call({ context, value: { shown } }) {
    context.quiet.names = notificationKinds.filter((name) => !shown.includes(name))
    return { word: 'saved' }
  },
  endings: { saved: { flash: { type: 'success', title: 'Сохранили' } } },
  page: '/profile/notification',
})

export const action = form.action
export const loader = form.loader
