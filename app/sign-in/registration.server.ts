import { redirect, type ActionFunctionArgs, type AppLoadContext } from '@remix-run/node'
import { z } from 'zod'

import { defineForm } from '~/forms/define-form.server'
import { redirectTo, refuse } from '~/forms/form-response.server'
import { sendEmailLetter } from '~/profile-form/email-letter.server'
import { byName, formError, type FormErrors } from '~/forms/form-errors'
import { profileErrors, profileValues, withBirthDate } from '~/profile-form/profile-form.server'
import { GatewayError } from '~/gateways/gateway-error.server'
import { loadBlocks } from '~/gateways/load-blocks.server'
import { profileShape } from '~/domain/profile-fields.server'
import { requireRegistrationCode } from '~/session/guards.server'
import type { LoyaltyCode } from '~/session/session.server'

import { pathWithReturnTo, signIn } from './sign-in.server'

const ticked = z.literal('on').optional()

const schema = withBirthDate(
  z.object({
    ...profileShape,
    isSmsPermitted: ticked,
    isEmailPermitted: ticked,
    isPersonalDataAgreed: z.literal('on', {
      error: 'Без согласия на обработку персональных данных завести карту нельзя',
    }),
  }),
)

export type RegistrationFields = z.input<typeof schema>
type RegistrationForm = z.output<typeof schema>
/** `mayBeMade`: the result is unknown, and the card may exist. */
type Registration =
  | { kind: 'registered'; userId: string }
  | { kind: 'refused'; errors: FormErrors; mayBeMade: boolean; mayRepeat: true }

async function register(
  { gateways }: AppLoadContext,
  { magnitIDCode, userId: existingId, isTried }: LoyaltyCode,
  form: RegistrationForm,
): Promise<Registration> {
  try {
    const values = { magnitIDCode, ...profileValues(form), firstName: form.firstName }
    const { userId } = await gateways.identity.register(values)
    return { kind: 'registered', userId }
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    const named = profileErrors(error)
    // An earlier try with a lost response has created the card, so this refusal is no error.
    if (isTried && error.isClientError && named === null)
      return { kind: 'registered', userId: existingId }
    const errors = named ?? formError('Завести карту пока не удалось. Попробуйте ещё раз')
    return { kind: 'refused', errors, mayBeMade: !error.didNothing, mayRepeat: true }
  }
}

/**
 * Signs in a newcomer, or opens a page that says why not. A given e-mail address gets its letter first, within
 * the time of a block; a letter that failed is not mentioned.
 */
async function enter(context: AppLoadContext, email: string | null) {
  const signedIn = await signIn(context)
  switch (signedIn.kind) {
    case 'done':
      if (email !== null && signedIn.isFirst)
        await loadBlocks({ letter: sendEmailLetter(context, email) })
      return redirectTo(signedIn.to)
    case 'refused':
      return redirectTo(signedIn.to, {
        type: 'success',
        title: 'Карта готова. Войдите по номеру телефона',
      })
    // The gateway does not know its own newcomer yet; the code stays valid.
    case 'newcomer':
    case 'unavailable':
      return redirectTo(pathWithReturnTo(context, '/login/code'), {
        type: 'warning',
        title: 'Карта готова, но войти пока не удалось',
      })
  }
}

/** The form of a newcomer's data and consents: creates the card and signs in. */
export const registrationForm = defineForm({
  name: 'registration',
  async guard({ request, context }: ActionFunctionArgs) {
    const code = await requireRegistrationCode(request, context)
    if (code.isRegistered) throw redirect(pathWithReturnTo(context, '/login/code'), 303)
    return code
  },
  schema,
  // A code creates one account, however often the form is rendered.
  idempotencyKey: ({ guardResult }) => guardResult.magnitIDCode,
  call: ({ context, guardResult, value }) => register(context, guardResult, value),
  track({ context, value }, result) {
    if (result.kind === 'refused')
      context.analytics.track('Register:Error', { fields: Object.keys(byName(result.errors)) })
    else
      context.analytics.track('Register:Success', {
        is_sms_permitted: value.isSmsPermitted === 'on',
        is_email_permitted: value.isEmailPermitted === 'on',
      })
  },
  onResult: {
    registered({ context, guardResult, value }, { userId }) {
      const { session } = context
      session.loyaltyCode = { ...guardResult, userId, isRegistered: true }
      // Stores the consents until a sign-in succeeds, at most for an hour: the sign-in below may fail.
      session.consents = {
        userId,
        isSmsPermitted: value.isSmsPermitted === 'on',
        isEmailPermitted: value.isEmailPermitted === 'on',
      }
      return enter(context, value.email ?? null)
    },
    refused({ context, guardResult }, { errors, mayBeMade }) {
      if (mayBeMade) context.session.loyaltyCode = { ...guardResult, isTried: true }
      return refuse(errors)
    },
  },
  advanced: {
    onInvalid({ context }, { error }) {
      context.analytics.track('Register:Error', { fields: Object.keys(error) })
      return undefined
    },
  },
})
