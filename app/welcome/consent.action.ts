import { redirect, type ActionFunctionArgs } from '@remix-run/node'
import { z } from 'zod/v4'

import { readForm } from '~/forms/form.server'
import { safeReturnTo } from '~/lib/return-to'

const POLICY = '/cookie-policy'

const consentForm = z.object({
  choice: z.enum(['accepted', 'refused']),
  returnTo: z.string().optional(),
})

const words = {
  accepted: 'Спасибо! Аналитика разрешена',
  refused: 'Хорошо, обойдёмся без аналитики',
}

/** The form's own address shows where the choice can be made. */
export function loader() {
  throw redirect(POLICY)
}

/** Remembers the visitor's decision about analytics and goes back to where it was asked. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request, consentForm)
  if ('failure' in form) throw redirect(POLICY)
  context.consent.choice = form.value.choice
  context.analytics.track('Consent:Analytics', {})
  // A guest's random id served analytics alone.
  if (!context.consent.hasConsent && !context.session.hasCookie) context.device.forgetUuid()
  context.session.flash({
    type: 'success',
    title: words[form.value.choice],
    description: 'Выбор можно изменить на странице «Политика cookie».',
  })
  throw redirect(safeReturnTo(form.value.returnTo, '/'), 303)
}
