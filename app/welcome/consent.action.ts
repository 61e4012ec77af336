import { z } from 'zod'

import { defineAction } from '~/forms/define-form.server'
import { redirectTo } from '~/forms/form-response.server'
import { safeReturnTo } from '~/domain/return-to'

const texts = {
  accepted: 'Спасибо! Аналитика разрешена',
  refused: 'Хорошо, обойдёмся без аналитики',
}

/** Stores the visitor's decision about analytics, then redirects back. */
const form = defineAction('/cookie-policy', {
  name: 'consent',
  schema: z.object({
    choice: z.enum(['accepted', 'refused']),
    returnTo: z.string().optional(),
  }),
  idempotencyKey: 'none',
  async call({ context: { analytics, cookies, session, device }, value }) {
    cookies.write('v1_consent', value.choice)
    analytics.track('Consent:Analytics', {})
    // A guest's random id only served analytics.
    if (!analytics.isAllowed && !session.hasCookie) device.forgetUuid()
    return { kind: value.choice }
  },
  onResult: {
    accepted: ({ value }) => answered(value),
    refused: ({ value }) => answered(value),
  },
  advanced: { onInvalid: () => redirectTo('/cookie-policy') },
})

interface Answer {
  choice: keyof typeof texts
  returnTo?: string | undefined
}

function answered({ choice, returnTo }: Answer) {
  return redirectTo(safeReturnTo(returnTo, '/'), {
    type: 'success',
    title: texts[choice],
    description: 'Выбор можно изменить на странице «Политика cookie».',
  })
}

export const action = form.action
export const loader = form.loader
