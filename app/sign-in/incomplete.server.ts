import type { AppLoadContext } from '@remix-run/node'
import { z } from 'zod'

import { defineForm, toReturnTo } from '~/forms/define-form.server'
import { redirectTo, refuse } from '~/forms/form-response.server'
import { sendEmailLetter } from '~/profile-form/email-letter.server'
import { byName, formError, type ErrorsByName, type FormErrors } from '~/forms/form-errors'
import {
  changedEmail,
  changedName,
  profileErrors,
  profileValues,
  withBirthDate,
} from '~/profile-form/profile-form.server'
import { isIncompleteProfile, GatewayError } from '~/gateways/gateway-error.server'
import { loadBlocks } from '~/gateways/load-blocks.server'
import type { Profile } from '~/gateways/schemas/identity.server'
import { profileShape } from '~/domain/profile-fields.server'
import { checkCompleteness, INCOMPLETE_SCREEN } from '~/session/guards.server'
import { SeenAccount } from '~/session/account-record.server'

interface Asked {
  /**
   * True when the profile lacks required fields. Other shoppers open the form voluntarily, and may leave out
   * the birth date.
   */
  isNeeded: boolean
  /** The stored profile; null when it failed to load. */
  profile: Profile | null
}

/** What the form asks for, and what is stored. */
export async function loadAsked({
  session,
  completeness,
  gateways,
}: AppLoadContext): Promise<Asked> {
  const stored = gateways.identity.getProfile().catch((error: unknown) => {
    // An incomplete profile redirects to this very screen, which must not repeat it.
    if (error instanceof Response && isHere(error.headers.get('Location'))) return undefined
    throw error
  })
  const [found, { profile }] = await Promise.all([
    session.completeness ?? completeness(),
    loadBlocks({ profile: stored }),
  ])
  return { isNeeded: found === 'incomplete', profile: profile ?? null }
}

const isHere = (location: string | null) => location?.startsWith(INCOMPLETE_SCREEN) ?? false

/** The schema with the stored profile: its unchanged values are not judged. */
function incompleteSchema({ isNeeded, profile }: Asked) {
  const { firstName, email, ...date } = profileShape
  const name = profile?.firstName.trim() ? changedName(profile) : firstName
  return withBirthDate(
    z.object({ firstName: name, ...date, email: profile ? changedEmail(profile) : email }),
    { isRequired: isNeeded, profile },
  )
}
export type IncompleteFields = z.input<ReturnType<typeof incompleteSchema>>

/** `unconfirmed`: the saved e-mail address that needs a confirmation. */
type Completion =
  { kind: 'saved'; unconfirmed: string | null } | { kind: 'refused'; errors: FormErrors }

const stillMissing = 'Данных всё ещё не хватает: заполните имя и дату рождения'

const refused = (errors: FormErrors): Completion => ({ kind: 'refused', errors })

async function completeProfile(
  context: AppLoadContext,
  changes: ReturnType<typeof profileValues>,
): Promise<Completion> {
  const { session, gateways } = context
  const { email } = changes
  let unconfirmed: string | null
  try {
    const isChanged = Object.values(changes).some((value) => value !== undefined)
    const saved = isChanged ? await gateways.identity.updateProfile(changes) : null
    unconfirmed = saved?.isEmailConfirmed ? null : (email ?? null)
    if (email !== undefined)
      await new SeenAccount(context).noteOwn({ email: saved?.email ?? email })
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
  async guard({ context }): Promise<Asked> {
    return loadAsked(context)
  },
  schema: (asked: Asked | null) => incompleteSchema(asked ?? { isNeeded: false, profile: null }),
  idempotencyKey: 'none',
  async call({ context, guardResult, value }) {
    const result = await completeProfile(context, profileValues(value, guardResult.profile))
    if (result.kind === 'saved' && result.unconfirmed !== null)
      // The page does not wait for a slow letter.
      await loadBlocks({ letter: sendEmailLetter(context, result.unconfirmed) })
    return result
  },
  track: ({ context }, result) =>
    trackSave(context, result.kind === 'saved' ? {} : byName(result.errors)),
  onResult: {
    saved: (args) => redirectTo(toReturnTo('/today')(args)),
    refused: (_, { errors }) => refuse(errors),
  },
  advanced: {
    onInvalid({ context }, { error }) {
      trackSave(context, error)
      return undefined
    },
  },
})
