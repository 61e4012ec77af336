import { z } from 'zod'

import { defineForm } from '~/forms/define-form.server'
import { log } from '~/platform/log.server'
import { metrics } from '~/platform/metrics.server'

/** «Нет, не я»: leads to what to do now, and lets the operator know, without a word of whom. */
const form = defineForm({
  name: 'not-me',
  switch: 'never',
  schema: z.object({}),
  repeat: 'repeatable',
  async call({ context }) {
    const kinds = await context.seenAccount.deny()
    if (kinds) {
      for (const kind of kinds) metrics.accountsDenied.inc({ kind })
      const { requestId } = context
      log.warn(
        { requestId, event: 'account_change_denied', kind: kinds.join(' ') },
        'a shopper says that somebody else changed their account',
      )
      context.analytics.track('Account:Answer', { answer: 'not_me' })
    }
    return { word: 'done' }
  },
  endings: { done: {} },
  page: '/profile/not-me',
})

export const action = form.action
export const loader = form.loader
