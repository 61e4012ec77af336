import { z } from 'zod'

import { defineAction } from '~/forms/define-form.server'
import { notice } from '~/forms/form-response.server'
import { SeenAccount } from '~/session/account-record.server'

/** «Да, это я»: accepts the reported changes, so that no page asks about them again. */
const form = defineAction('/today', {
  name: 'it-was-me',
  schema: z.object({ mark: z.string().max(16).optional() }),
  idempotencyKey: 'none',
  async call({ context, value: { mark = '' } }): Promise<{ kind: 'done' | 'changed' }> {
    return { kind: (await new SeenAccount(context).accept(mark)) ? 'done' : 'changed' }
  },
  track({ context }, { kind }) {
    if (kind === 'done') context.analytics.track('Account:Answer', { answer: 'me' })
  },
  onResult: {
    done: notice({ type: 'success', title: 'Хорошо, больше об этом не спросим' }),
    changed: notice({
      type: 'info',
      title: 'Появилось кое-что ещё',
      description: 'Посмотрите, всё ли это сделали вы.',
    }),
  },
})

export const action = form.action
export const loader = form.loader
