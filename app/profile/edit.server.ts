import type { ActionFunctionArgs, AppLoadContext } from '@remix-run/node'
import { z } from 'zod'

import { defineForm } from '~/forms/define-form.server'
import { sendEmailLetter } from '~/forms/email-letter.server'
import { wholeForm, type FormError } from '~/forms/form-errors'
import { notEmptied, profileFields, profileRefusals } from '~/forms/profile-form.server'
import { isIncompleteProfile } from '~/gateways/error-code.server'
import { GatewayError } from '~/gateways/gateway-error.server'
import { BUDGET_MS, loadBlocks } from '~/gateways/load-blocks.server'
import type { Profile } from '~/gateways/shapes/identity.server'
import { requireShopper } from '~/session/guards.server'

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

/** A shopper's own data, against what the gateway knows of them; unknown, nothing can be checked. */
function editSchema(profile: Profile | null) {
  const { firstName = '', email } = profile ?? {}
  const asTyped = z.string().optional()
  return z.object({
    firstName: profile ? changed(firstName, profileFields.firstName) : asTyped,
    email: profile ? changed(email ?? '', profileFields.email, notEmptied.email) : asTyped,
  })
}

type Changes = z.output<ReturnType<typeof editSchema>>
type Saving =
  | { word: 'saved'; letter: 'sent' | 'unsent' | null }
  | { word: 'refused'; errors: FormError[] }
  | { word: 'unavailable' | 'incomplete' }

const unavailable = wholeForm('Сохранить пока не получилось. Попробуйте ещё раз')

/** The shopper's profile; null when it could not be loaded. */
export async function loadProfile({ gateways }: AppLoadContext): Promise<Profile | null> {
  const asked = { profile: gateways.identity.getProfile() }
  const { profile } = await loadBlocks(asked, { profile: BUDGET_MS.critical })
  return profile ?? null
}

/** Saves the changed fields only, and has a new address sent its letter at once. */
async function saveProfile(
  context: AppLoadContext,
  { firstName, email }: Changes,
): Promise<Saving> {
  if (firstName === undefined && email === undefined) return { word: 'saved', letter: null }
  try {
    const saved = await context.gateways.identity.updateProfile({
      ...(firstName !== undefined && { firstName }),
      ...(email !== undefined && { email }),
    })
    if (email !== undefined) await context.seenAccount.noteOwn({ email: saved?.email ?? email })
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    if (isIncompleteProfile(error)) return { word: 'incomplete' }
    const refusals = profileRefusals(error)
    return { word: 'refused', errors: refusals.length > 0 ? refusals : unavailable }
  }
  if (email === undefined) return { word: 'saved', letter: null }
  const isSent = (await sendEmailLetter(context, email)).word === 'sent'
  return { word: 'saved', letter: isSent ? 'sent' : 'unsent' }
}

/** Tells analytics how a try to save ended: where the faults are, never what was typed. */
function note({ analytics }: AppLoadContext, fields: FormError[]): void {
  const result = fields.length > 0 ? 'refused' : 'saved'
  analytics.track('Profile:Save', { form: 'edit', result, fields })
}

const letterWords = {
  sent: 'Отправили письмо на новый адрес: перейдите по ссылке из него.',
  unsent: 'Новый адрес осталось подтвердить: запросите письмо чуть позже.',
}

/** The shopper's own data. */
export const editForm = defineForm({
  name: 'edit',
  switch: 'edit-profile',
  async guard({ request, context }: ActionFunctionArgs) {
    await requireShopper(request, context)
    return loadProfile(context)
  },
  schema: editSchema,
  repeat: 'once',
  async call({ context, known, value }): Promise<Saving> {
    return known ? saveProfile(context, value) : { word: 'unavailable' }
  },
  // A profile that did not load is no fault of what was typed.
  retryable: ['unavailable', 'incomplete'],
  note({ context }, came) {
    if (came.word === 'saved') note(context, [])
    if (came.word === 'refused') note(context, came.errors)
  },
  invalid({ context }, { errors }) {
    note(context, errors)
    return undefined
  },
  endings: {
    saved: (_, { letter }) => ({
      flash: {
        type: 'success',
        title: 'Сохранили',
        ...(letter && { description: letterWords[letter] }),
      },
    }),
    refused: (_, { errors }) => ({ errors }),
    unavailable: { errors: unavailable, status: 503 },
    incomplete({ context }) {
      context.session.completeness = 'incomplete'
      return { to: '/profile/incomplete?returnTo=/profile/edit' }
    },
  },
})
