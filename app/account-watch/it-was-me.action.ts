import { z } from 'zod'

import { defineForm } from '~/forms/define-form.server'

/** «Да, это я»: what was told is known from now on, and not asked about again. */
const form = defineForm({
  name: 'it-was-me',
  switch: 'never',
  schema: z.object({ mark: z.string().max(16).optional() }),
  repeat: 'repeatable',
  async call({ context, value: { mark = '' } }): Promise<{ word: 'done' | 'changed' }> {
    return { word: (await context.seenAccount.accept(mark)) ? 'done' : 'changed' }
  },
  note({ context }, { word }) {
    if (word === 'done') context.analytics.track('Account:Answer', { answer: 'me' })
  },
  endings: {
    done: { flash: { type: 'success', title: 'Хорошо, больше об этом не спросим' } },
    changed: {
      flash: {
        type: 'info',
        title: 'Появилось кое-что ещё',
        description: 'Посмотрите, всё ли это сделали вы.',
      },
    },
  },
  page: '/today',
})

export const action = form.action
export const loader = form.loader
