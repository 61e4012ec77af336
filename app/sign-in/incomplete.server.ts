import type { AppLoadContext } from '@remix-run/node'
import { z } from 'zod/v4'

import { defineForm, onTo } from '~/forms/define-form.server'
import { wholeForm, type FormError } from '~/forms/form-errors'
import {
  profileFields,
  profileRefusals,
  readBirthDate,
  withBirthDate,
} from '~/forms/profile-form.server'
import { isIncompleteProfile } from '~/gateways/error-code.server'
import { GatewayError } from '~/gateways/gateway-error.server'

const schema = withBirthDate(z.object(profileFields), { isRequired: true })

type Completion = { word: 'saved' } | { word: 'refused'; errors: FormError[] }

const stillMissing = 'Данных всё ещё не хватает: заполните имя и дату рождения'

const refused = (errors: FormError[]): Completion => ({ word: 'refused', errors })

async function completeProfile(
  { session, gateways, seenAccount }: AppLoadContext,
  form: z.output<typeof schema>,
): Promise<Completion> {
  const { firstName, email } = form
  try {
    const birthDate = readBirthDate(form)
    const saved = await gateways.identity.updateProfile({ firstName, birthDate, email })
    if (email !== undefined) await seenAccount.noteOwn({ email: saved.email ?? email })
    session.completeness = await gateways.account.checkProfileComplete()
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    const refusals = profileRefusals(error)
    if (refusals.length > 0) return refused(refusals)
    if (isIncompleteProfile(error)) return refused(wholeForm(stillMissing))
    return refused(wholeForm('Сохранить пока не получилось. Попробуйте ещё раз'))
  }
  if (session.completeness === 'valid') return { word: 'saved' }
  return refused(wholeForm(stillMissing))
}

function note({ analytics }: AppLoadContext, fields: FormError[]): void {
  const result = fields.length > 0 ? 'refused' : 'saved'
  analytics.track('Profile:Save', { form: 'incomplete', result, fields })
}

/** Saves what was missing, and leads on to where the shopper was going. */
export const incompleteForm = defineForm({
  name: 'incomplete',
  switch: 'complete-profile',
  schema,
  repeat: 'repeatable',
  call: ({ context, value }) => completeProfile(context, value),
  note: ({ context }, came) => note(context, came.word === 'saved' ? [] : came.errors),
  invalid({ context }, { errors }) {
    note(context, errors)
    return undefined
  },
  endings: { saved: {}, refused: (_, { errors }) => ({ errors }) },
  leadsTo: onTo('/today'),
})
