import { z } from 'zod'

import { backTo, defineForm } from '~/forms/define-form.server'

const words = {
  accepted: 'Спасибо! Аналитика разрешена',
  refused: 'Хорошо, обойдёмся без аналитики',
}

/** Remembers the visitor's decision about analytics and goes back to where it was asked. */
const form = defineForm({
  name: 'consent',
  switch: 'never',
  guard: async () => undefined,
  schema: z.object({
    choice: z.enum(['accepted', 'refused']),
    returnTo: z.string().optional(),
  }),
  repeat: 'repeatable',
  async call({ context: { analytics, consent, session, device }, value }) {
    consent.choice = value.choice
    analytics.track('Consent:Analytics', {})
    // A guest's random id served analytics alone.
    if (!consent.hasConsent && !session.hasCookie) device.forgetUuid()
    return { word: value.choice }
  },
  endings: { accepted: said('accepted'), refused: said('refused') },
  leadsTo: backTo('/'),
  // Where the choice can be made.
  invalid: () => ({ to: '/cookie-policy' }),
  page: '/cookie-policy',
})

function said(choice: keyof typeof words) {
  return {
    flash: {
      type: 'success' as const,
      title: words[choice],
      description: 'Выбор можно изменить на странице «Политика cookie».',
    },
  }
}

export const action = form.action
export const loader = form.loader
