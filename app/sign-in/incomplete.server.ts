import type { AppLoadContext } from '@remix-run/node'
import { z } from 'zod'

import { defineForm, onTo } from '~/forms/define-form.server'
import { sendEmailLetter } from '~/forms/email-letter.server'
import { wholeForm, type FormError } from '~/forms/form-errors'
import {
  notEmptied,
  profileFields,
  profileRefusals,
  readBirthDate,
  withBirthDate,
} from '~/forms/profile-form.server'
import { isIncompleteProfile } from '~/gateways/error-code.server'
import { GatewayError } from '~/gateways/gateway-error.server'
import { loadBlocks } from '~/gateways/load-blocks.server'
import { checkCompleteness, INCOMPLETE_SCREEN, requireShopper } from '~/session/guards.server'

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

/** Fields that were emptied although the gateway holds something there; unknown, none. */
async function emptiedFields(
  { gateways }: AppLoadContext,
  { email, ...form }: z.output<typeof fields>,
): Promise<FormError[]> {
  const hasDate = readBirthDate(form) !== undefined
  if (hasDate && email !== undefined) return []
  const asked = gateways.identity.getProfile().catch((error: unknown) => {
    // Who lacks something is led here, and is here.
    if (error instanceof Response && isHere(error.headers.get('Location'))) return undefined
    throw error
  })
  const { profile } = await loadBlocks({ profile: asked })
  const errors: FormError[] = []
  if (profile?.birthDate && !hasDate)
    errors.push({ fieldId: 'birthDate', message: notEmptied.birthDate })
  if (profile?.email && email === undefined)
    errors.push({ fieldId: 'email', message: notEmptied.email })
  return errors
}

const isHere = (location: string | null) => location?.startsWith(INCOMPLETE_SCREEN) ?? false

async function completeProfile(
  { session, gateways, seenAccount }: AppLoadContext,
  form: z.output<typeof fields>,
): Promise<Completion> {
  const { firstName, email } = form
  let unconfirmed: string | null
  try {
    const birthDate = readBirthDate(form)
    const saved = await gateways.identity.updateProfile({ firstName, birthDate, email })
    unconfirmed = saved?.isEmailConfirmed ? null : (email ?? null)
    if (email !== undefined) await seenAccount.noteOwn({ email: saved?.email ?? email })
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    const refusals = profileRefusals(error)
    if (refusals.length > 0) return refused(refusals)
    if (isIncompleteProfile(error)) return refused(wholeForm(stillMissing))
    return refused(wholeForm('Сохранить пока не получилось. Попробуйте ещё раз'))
  }
  // It is saved, whether or not anybody can say now that nothing is missing: the next page asks anew.
  session.completeness = null
  if ((await checkCompleteness({ session, gateways })) !== 'incomplete')
    return { word: 'saved', unconfirmed }
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
    const emptied = await emptiedFields(context, value)
    if (emptied.length > 0) return refused(emptied)
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
