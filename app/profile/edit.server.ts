import type { AppLoadContext } from '@remix-run/node'
import { z } from 'zod/v4'

import type { FormError } from '~/forms/form.server'
import { GatewayError } from '~/gateways/gateway-error.server'
import type { Profile } from '~/gateways/shapes/identity.server'
import { profileFields, profileRefusals } from '~/forms/profile-form.server'
import { sendEmailLetter } from './email-letter.server'
import { formIdField } from '~/forms/once.server'
import type { Flash } from '~/session/session.server'

const notEmptied = 'Почту можно заменить, но не стереть: укажите другой адрес'

/**
 * A field that is checked only when it was changed: what the gateway holds may be longer than
 * what this form takes, and is no reason to refuse the other field. Unchanged is undefined.
 */
function changed(known: string, rules: z.ZodType<string | undefined>, emptied?: string) {
  return z
    .string()
    .optional()
    .transform((input, issues) => {
      const typed = (input ?? '').trim()
      if (typed === known.trim()) return undefined
      const checked = rules.safeParse(typed || undefined)
      const message = typed === '' && emptied ? emptied : checked.error?.issues[0]?.message
      if (!message) return checked.data
      issues.addIssue({ code: 'custom', message })
      return z.NEVER
    })
}

/** The form of a shopper's own data, against what the gateway knows of them. */
export function editForm({ firstName, email }: Pick<Profile, 'firstName' | 'email'>) {
  return z.object({
    firstName: changed(firstName, profileFields.firstName),
    email: changed(email ?? '', profileFields.email, notEmptied),
    ...formIdField,
  })
}

/** What was typed, for a page whose profile did not load: nothing can be checked. */
export const typedForm = z.object({
  firstName: z.string().optional(),
  email: z.string().optional(),
})

const unavailable = 'Сохранить пока не получилось. Попробуйте ещё раз'

/** What became of the form: the faults, or the words for the next page. */
export interface Saved {
  errors: FormError[]
  flash?: Flash
}

/**
 * Saves the changed fields only, and has a new address sent its letter at once; the faults come
 * back in words, each at its field.
 */
export async function saveProfile(
  context: AppLoadContext,
  { firstName, email }: Pick<z.output<ReturnType<typeof editForm>>, 'firstName' | 'email'>,
): Promise<Saved> {
  if (firstName === undefined && email === undefined) return { errors: [] }
  try {
    await context.gateways.identity.updateProfile({
      ...(firstName !== undefined && { firstName }),
      ...(email !== undefined && { email }),
    })
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    const refusals = profileRefusals(error)
    return { errors: refusals.length > 0 ? refusals : [{ fieldId: null, message: unavailable }] }
  }
  return email === undefined ? { errors: [] } : { errors: [], flash: await confirm(context, email) }
}

/** Tells analytics how a try to save ended: where the faults are, never what was typed. */
export function noteSaving({ analytics }: AppLoadContext, errors: readonly FormError[]): void {
  const result = errors.length > 0 ? 'refused' : 'saved'
  analytics.track('Profile:Save', { form: 'edit', result, fields: [...errors] })
}

async function confirm(context: AppLoadContext, email: string): Promise<Flash> {
  const isSent = (await sendEmailLetter(context, email)) === 'sent'
  return {
    type: 'success',
    title: 'Сохранили',
    description: isSent
      ? 'Отправили письмо на новый адрес: перейдите по ссылке из него.'
      : 'Новый адрес осталось подтвердить: запросите письмо чуть позже.',
  }
}
