import type { ActionFunctionArgs, AppLoadContext } from '@remix-run/node'
import { z } from 'zod'

import { defineForm } from '~/forms/define-form.server'
import { notice, redirectTo, refuse } from '~/forms/form-response.server'
import { sendEmailLetter } from '~/profile-form/email-letter.server'
import { byName, formError, type ErrorsByName, type FormErrors } from '~/forms/form-errors'
import { changedEmail, changedName, profileErrors } from '~/profile-form/profile-form.server'
import { isIncompleteProfile, GatewayError } from '~/gateways/gateway-error.server'
import { BUDGET_MS, loadBlocks } from '~/gateways/load-blocks.server'
import type { Profile } from '~/gateways/schemas/identity.server'
import { SeenAccount } from '~/session/account-record.server'

/** The schema with the stored profile; without one nothing can be validated. */
function editSchema(profile: Profile | null) {
  const asTyped = z.string().optional()
  if (!profile) return z.object({ firstName: asTyped, email: asTyped })
  return z.object({ firstName: changedName(profile), email: changedEmail(profile) })
}

export type EditFields = z.input<ReturnType<typeof editSchema>>
type Changes = z.output<ReturnType<typeof editSchema>>
type Saving =
  | { kind: 'saved'; letter: 'sent' | 'unsent' | null }
  | { kind: 'refused'; errors: FormErrors }
  | { kind: 'unavailable' | 'incomplete'; mayRepeat: true }

const unavailable = formError('Сохранить пока не удалось. Попробуйте ещё раз')

/** The shopper's profile; null when it failed to load. */
export async function loadProfile({ gateways }: AppLoadContext): Promise<Profile | null> {
  const asked = { profile: gateways.identity.getProfile() }
  const { profile } = await loadBlocks(asked, { profile: BUDGET_MS.critical })
  return profile ?? null
}

/** Saves changed fields only, and sends the confirmation of a new e-mail address. */
async function saveProfile(context: AppLoadContext, changes: Changes): Promise<Saving> {
  const { email } = changes
  const isUnchanged = Object.values(changes).every((value) => value === undefined)
  if (isUnchanged) return { kind: 'saved', letter: null }
  try {
    const saved = await context.gateways.identity.updateProfile(changes)
    if (email !== undefined)
      await new SeenAccount(context).noteOwn({ email: saved?.email ?? email })
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    if (isIncompleteProfile(error)) return { kind: 'incomplete', mayRepeat: true }
    return { kind: 'refused', errors: profileErrors(error) ?? unavailable }
  }
  if (email === undefined) return { kind: 'saved', letter: null }
  const isSent = (await sendEmailLetter(context, email)).kind === 'sent'
  return { kind: 'saved', letter: isSent ? 'sent' : 'unsent' }
}

/** Reports the result of saving to analytics: names of fields with errors, never the input. */
function trackSave({ analytics }: AppLoadContext, errors: ErrorsByName): void {
  const fields = Object.keys(errors)
  const result = fields.length > 0 ? 'refused' : 'saved'
  analytics.track('Profile:Save', { form: 'edit', result, fields })
}

const letterTexts = {
  sent: 'Отправили письмо на новый адрес: перейдите по ссылке из него.',
  unsent: 'Новый адрес осталось подтвердить: запросите письмо чуть позже.',
}

/** The form of the shopper's own data. */
export const editForm = defineForm({
  name: 'edit-profile',
  async guard({ context }: ActionFunctionArgs) {
    return loadProfile(context)
  },
  schema: editSchema,
  async call({ context, guardResult, value }): Promise<Saving> {
    return guardResult ? saveProfile(context, value) : { kind: 'unavailable', mayRepeat: true }
  },
  track({ context }, result) {
    if (result.kind === 'saved') trackSave(context, {})
    if (result.kind === 'refused') trackSave(context, byName(result.errors))
  },
  onResult: {
    saved: (_, { letter }) =>
      notice({
        type: 'success',
        title: 'Сохранили',
        ...(letter && { description: letterTexts[letter] }),
      }),
    refused: (_, { errors }) => refuse(errors),
    unavailable: refuse(unavailable, { status: 503 }),
    incomplete({ context }) {
      context.session.completeness = 'incomplete'
      return redirectTo('/profile/incomplete?returnTo=/profile/edit')
    },
  },
  advanced: {
    onInvalid({ context }, { error }) {
      trackSave(context, error)
      return undefined
    },
  },
})
