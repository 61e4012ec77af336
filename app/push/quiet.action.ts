import { z } from 'zod'

import { defineAction } from '~/forms/define-form.server'
import { notice } from '~/forms/form-response.server'
import { notificationKinds } from '~/session/cookie-values.server'

/** Stores the muted notifications of this device; unticked boxes are not sent and mean muted. */
const form = defineAction('/profile/notification', {
  name: 'quiet',
  schema: z.object({ shown: z.array(z.string()) }),
  idempotencyKey: 'none',
  async call({ context, value: { shown } }) {
    context.cookies.write(
      'v1_quiet',
      notificationKinds.filter((name) => !shown.includes(name)),
    )
    return { kind: 'saved' }
  },
  onResult: { saved: notice({ type: 'success', title: 'Сохранили' }) },
})

export const action = form.action
export const loader = form.loader
