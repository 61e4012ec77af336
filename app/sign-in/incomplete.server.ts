import type { AppLoadContext } from '@remix-run/node'
import { z } from 'zod/v4'

import type { FormError } from '~/forms/form.server'
import { GatewayError } from '~/gateways/gateway-error.server'
import {
  checkBirthDate,
  profileFields,
  profileRefusals,
  readBirthDate,
} from '~/forms/profile-form.server'

export const profileForm = z.object(profileFields).superRefine(checkBirthDate)

/** Saves what was missing; the faults come back in words, each at its field. */
export async function completeProfile(
  { session, gateways }: AppLoadContext,
  form: z.output<typeof profileForm>,
): Promise<FormError[]> {
  const { firstName, email } = form
  try {
    await gateways.identity.updateProfile({ firstName, birthDate: readBirthDate(form), email })
    session.completeness = await gateways.account.checkProfileComplete()
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    const refusals = profileRefusals(error)
    if (refusals.length > 0) return refusals
    return [{ fieldId: null, message: 'Сохранить пока не получилось. Попробуйте ещё раз' }]
  }
  if (session.completeness === 'valid') return []
  return [{ fieldId: null, message: 'Данных всё ещё не хватает: заполните имя и дату рождения' }]
}
