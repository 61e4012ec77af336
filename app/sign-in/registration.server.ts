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
import { log } from '~/platform/log.server'
import { noAnswerYet, once } from '~/forms/once.server'
import type { LoyaltyCode } from '~/session/session.server'

const ticked = z.literal('on').optional()

export const registrationForm = z
  .object({
    ...profileFields,
    isSmsPermitted: ticked,
    isEmailPermitted: ticked,
    isPersonalDataAgreed: z.literal('on', {
      error: 'Без согласия на обработку персональных данных завести карту нельзя',
    }),
  })
  .superRefine(checkBirthDate)

type RegistrationForm = z.output<typeof registrationForm>

const unavailable = 'Завести карту пока не получилось. Попробуйте ещё раз'

/**
 * Registers the owner of the code, once however often the form is sent; the faults come back in
 * words, each at its field.
 */
export async function register(
  context: AppLoadContext,
  code: LoyaltyCode,
  form: RegistrationForm,
): Promise<FormError[]> {
  const { session, gateways, analytics } = context
  const { magnitIDCode } = code
  const { firstName, email } = form
  const values = { firstName, birthDate: readBirthDate(form), email }
  try {
    const userId = await once(context, {
      name: 'registration',
      // One code is one account: it serves as the form's id.
      formId: magnitIDCode,
      values,
      async write() {
        const registered = await gateways.identity.register({ magnitIDCode, ...values })
        analytics.track('Register:Success', {
          is_sms_permitted: form.isSmsPermitted === 'on',
          is_email_permitted: form.isEmailPermitted === 'on',
        })
        return registered.userId
      },
      otherwise: null,
    })
    if (userId === null) return noAnswerYet
    session.loyaltyCode = { ...code, userId, isRegistered: true }
    return []
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    const refusals = profileRefusals(error)
    return refusals.length > 0 ? refusals : [{ fieldId: null, message: unavailable }]
  }
}

/**
 * Tells the gateway of the consents that were given (section 4, registration success). The
 * shopper is a member by now: a failure is told, and can be mended, but stops nothing.
 */
export async function sendConsents(
  { session, gateways, requestId }: AppLoadContext,
  { isSmsPermitted, isEmailPermitted }: RegistrationForm,
): Promise<void> {
  if (!isSmsPermitted && !isEmailPermitted) return
  try {
    await gateways.account.updatePermissions({
      ...(isSmsPermitted && { isSmsPermitted: true }),
      ...(isEmailPermitted && { isEmailPermitted: true }),
    })
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    log.warn({ requestId, kind: error.kind }, 'the consents of a registration were not saved')
    session.flash({
      type: 'warning',
      title: 'Карта готова, но согласия не сохранились',
      description: 'Рассылки пока выключены.',
    })
  }
}
