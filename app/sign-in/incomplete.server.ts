import type { AppLoadContext } from '@remix-run/node'
import { z } from 'zod'

import { defineForm, toReturnTo } from '~/forms/define-form.server'
import { sendEmailLetter } from '~/forms/email-letter.server'
import { byName, formError, type ErrorsByName, type FormErrors } from '~/forms/form-errors'
import {
  emptiedErrors,
  isWhole,
  profileErrors,
  profileValues,
  withBirthDate,
} from '~/forms/profile-form.server'
import { isIncompleteProfile, GatewayError } from '~/gateways/gateway-error.server'
import { loadBlocks } from '~/gateways/load-blocks.server'
import { profileShape } from '~/lib/profile-fields.server'
import { checkCompleteness, INCOMPLETE_SCREEN } from '~/session/guards.server'

const fields = z.object(profileShape)
export type IncompleteFields = z.input<typeof fields>
const needed = withBirthDate(fields, { isRequired: true })
const voluntary = withBirthDate(fields)

/**
 * True when the profile lacks required fields. Other shoppers open the form voluntarily, and may leave out
 * the birth date.
 */
export async function isNeeded({ session, completeness }: AppLoadContext): Promise<boolean> {
  return (session.completeness ?? (await completeness())) === 'incomplete'
}

/** `unconfirmed`: the saved e-mail address that needs a confirmation. */
type Completion =
  { kind: 'saved'; unconfirmed: string | null } | { kind: 'refused'; errors: FormErrors }

const stillMissing = 'Данных всё ещё не хватает: заполните имя и дату рождения'

const refused = (errors: FormErrors): Completion => ({ kind: 'refused', errors })

/** Emptied fields with a stored value at the gateway; none when the profile failed to load. */
async function emptiedFields(
  { gateways }: AppLoadContext,
  form: z.output<typeof fields>,
): Promise<FormErrors | null> {
  if (isWhole(form)) return null
  const asked = gateways.identity.getProfile().catch((error: unknown) => {
    // An incomplete profile redirects to this very screen, which must not repeat it.
    if (error instanceof Response && isHere(error.headers.get('Location'))) return undefined
    throw error
  })
  const { profile } = await loadBlocks({ profile: asked })
  return profile ? emptiedErrors(form, profile) : null
}

const isHere = (location: string | null) => location?.startsWith(INCOMPLETE_SCREEN) ?? false

async function completeProfile(
  { session, gateways, seenAccount }: AppLoadContext,
  form: z.output<typeof fields>,
): Promise<Completion> {
  const { email } = form
  let unconfirmed: string | null
  try {
    const saved = await gateways.identity.updateProfile(profileValues(form))
    unconfirmed = saved?.isEmailConfirmed ? null : (email ?? null)
    if (email !== undefined) await seenAccount.noteOwn({ email: saved?.email ?? email })
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    const errors = profileErrors(error)
    if (errors) return refused(errors)
    if (isIncompleteProfile(error)) return refused(formError(stillMissing))
    return refused(formError('Сохранить пока не удалось. Попробуйте ещё раз'))
  }
  // The profile is saved. If the check below fails, completeness stays unknown, and the next page asks the
  // gateway again.
  session.completeness = null
  if ((await checkCompleteness({ session, gateways })) !== 'incomplete')
    return { kind: 'saved', unconfirmed }
  return refused(formError(stillMissing))
}

function trackSave({ analytics }: AppLoadContext, errors: ErrorsByName): void {
  const fields = Object.keys(errors)
  const result = fields.length > 0 ? 'refused' : 'saved'
  analytics.track('Profile:Save', { form: 'incomplete', result, fields })
}

/** Saves missing fields, then redirects to the requested page. */
export const incompleteForm = defineForm({
  name: 'complete-profile',
  async guard({ context }): Promise<boolean> {
    return isNeeded(context)
  },
  schema: (isIncomplete) => (isIncomplete ? needed : voluntary),
  idempotencyKey: 'none',
  async call({ context, value }) {
    const emptied = await emptiedFields(context, value)
    if (emptied) return refused(emptied)
    const result = await completeProfile(context, value)
    if (result.kind === 'saved' && result.unconfirmed !== null)
      // The page does not wait for a slow letter.
      await loadBlocks({ letter: sendEmailLetter(context, result.unconfirmed) })
    return result
  },
  track: ({ context }, result) =>
    trackSave(context, result.kind === 'saved' ? {} : byName(result.errors)),
  onResult: {
    saved: (args) => ({ to: toReturnTo('/today')(args) }),
    refused: (_, { errors }) => ({ errors }),
  },
  advanced: {
    onInvalid({ context }, { error }) {
      trackSave(context, error)
      return undefined
    },
  },
})
