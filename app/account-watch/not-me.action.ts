import { z } from 'zod'

import { defineAction } from '~/forms/define-form.server'
import { redirectBack } from '~/forms/form-response.server'
import { log } from '~/platform/log.server'
import { metrics } from '~/platform/metrics.server'
import { SeenAccount } from '~/session/account-record.server'

/** «Нет, не я»: shows what to do, and tells the operator without naming the shopper. */
const form = defineAction('/profile/not-me', {
  name: 'not-me',
  schema: z.object({}),
  idempotencyKey: 'none',
  async call({ context }) {
    const kinds = await new SeenAccount(context).rejectChange()
    if (kinds) {
      for (const kind of kinds) metrics.accountsDenied.inc({ kind })
      const { requestId } = context.visit
      log.warn(
        { requestId, event: 'account_change_denied', kind: kinds.join(' ') },
        'a shopper says that somebody else changed their account',
      )
      context.analytics.track('Account:Answer', { answer: 'not_me' })
    }
    return { kind: 'done' }
  },
  onResult: { done: redirectBack },
})

export const action = form.action
export const loader = form.loader
