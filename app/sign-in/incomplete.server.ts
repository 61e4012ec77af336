import type { AppLoadContext } from '@remix-run/node'
import { z } from 'zod/v4'

import { defineForm, onTo } from '~/forms/define-form.server'
import { sendEmailLetter } from '~/forms/email-letter.server'
import { wholeForm, type FormError } from '~/forms/form-errors'
import {
  profileFields,
  profileRefusals,
  readBirthDate,
  withBirthDate,
} from '~/forms/profile-form.server'
import { isIncompleteProfile } from '~/gateways/error-code.server'
import { GatewayError } from '~/gateways/gateway-error.server'
import { loadBlocks } from '~/gateways/load-blocks.server'
import { requireShopper } from '~/session/guards.server'

const fields = z.object(profileFields)
const needed = withBirthDate(fields, { isRequired: true })
const voluntary = withBirthDate(fields)

/**
 * Whether the programme lacks something of this shopper. Everybody else has come of their own
 * accord, and may leave the birth date out and go.
 */
export async function isNeeded({ session, completeness }: AppLoadContext): Promise<boolean> {
  return (session.completeness ?? (await completeness())) === 'incomplete'
}

/** `unconfirmed`: the address that the saved profile leaves to be confirmed. */
type Completion =
  { word: 'saved'; unconfirmed: string | null } | { word: 'refused'; errors: FormError[] }

const stillMissing = 'Данных всё ещё не хватает: заполните имя и дату рождения'

const refused = (errors: FormError[]): Completion => ({ word: 'refused', errors })

async function completeProfile(
  { session, gateways, seenAccount }: AppLoadContext,
  form: z.output<typeof fields>,
): Promise<Completion> {
  const { firstName, email } = form
  let unconfirmed: string | null
  try {
    const birthDate = readBirthDate(form)
    const saved = await gateways.identity.updateProfile({ firstName, birthDate, email })
    unconfirmed = saved.isEmailConfirmed ? null : (email ?? null)
    if (email !== undefined) await seenAccount.noteOwn({ email: saved.email ?? email })
    session.completeness = await gateways.account.checkProfileComplete()
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    const refusals = profileRefusals(error)
    if (refusals.length > 0) return refused(refusals)
    if (isIncompleteProfile(error)) return refused(wholeForm(stillMissing))
    return refused(wholeForm('Сохранить пока не получилось. Попробуйте ещё раз'))
  }
  if (session.completeness === 'valid') return { word: 'saved', unconfirmed }
  return refused(wholeForm(stillMissing))
}

function note({ analytics }: AppLoadContext, faults: FormError[]): void {
  const result = faults.length > 0 ? 'refused' : 'saved'
  analytics.track('Profile:Save', { form: 'incomplete', result, fields: faults })
}

/** Saves what was missing, and leads on to where the shopper was going. */
export const incompleteForm = defineForm({
  name: 'incomplete',
  switch: 'complete-profile',
  async guard({ request, context }): Promise<boolean> {
    await requireShopper(request, context)
    return isNeeded(context)
  },
  schema: (isIncomplete) => (isIncomplete ? needed : voluntary),
  repeat: 'repeatable',
  async call({ context, value }) {
    const came = await completeProfile(context, value)
    if (came.word === 'saved' && came.unconfirmed !== null)
      // Nobody waits for a slow letter.
      await loadBlocks({ letter: sendEmailLetter(context, came.unconfirmed) })
    return came
  },
  note: ({ context }, came) => note(context, came.word === 'saved' ? [] : came.errors),
  invalid({ context }, { errors }) {
    note(context, errors)
    return undefined
  },
  endings: { saved: {}, refused: (_, { errors }) => ({ errors }) },
  leadsTo: onTo('/today'),
})
