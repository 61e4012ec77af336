import { z } from 'zod'

import { backTo, defineForm } from '~/forms/define-form.server'

/** The shopper says that they are of age; goods for adults are shown from now on. */
const form = defineForm({
  name: 'confirm-age',
  switch: 'never',
  schema: z.object({ returnTo: z.string().optional() }),
  repeat: 'repeatable',
  async call({ context }) {
    context.shop.confirmAdult()
    return { word: 'done' }
  },
  note: ({ context }) => context.analytics.track('Adult:Confirm', {}),
  endings: { done: {} },
  leadsTo: backTo('/catalog'),
  page: '/catalog',
})

export const action = form.action
export const loader = form.loader
