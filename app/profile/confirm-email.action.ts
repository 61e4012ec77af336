import { redirect, type ActionFunctionArgs } from '@remix-run/node'
import { z } from 'zod/v4'

import { readForm } from '~/forms/form.server'
import { GatewayError } from '~/gateways/gateway-error.server'
import { safeReturnTo } from '~/lib/return-to'
import { letterFlashes, sendEmailLetter, type LetterOutcome } from './email-letter.server'
import { requireShopper } from '~/session/guards.server'
import { formIdField, once } from '~/forms/once.server'

const letterForm = z.object(formIdField)

export function loader() {
  throw redirect('/profile/edit')
}

/** Sends the letter that confirms the shopper's own address, whatever the form says. */
export async function action({ request, context }: ActionFunctionArgs) {
  await requireShopper(request, context)
  const { gateways, session } = context
  const returnTo = new URL(request.url).searchParams.get('returnTo')
  const form = await readForm(request, letterForm)
  const formId = 'value' in form ? form.value.formId : undefined
  const outcome = await once<LetterOutcome>(context, {
    name: 'letter',
    formId,
    values: null,
    write: sendToOwnAddress,
    otherwise: 'unavailable',
  })
  session.flash(letterFlashes[outcome])
  throw redirect(safeReturnTo(returnTo, '/today'))

  async function sendToOwnAddress() {
    try {
      const { email, isEmailConfirmed } = await gateways.identity.getProfile()
      return email && !isEmailConfirmed ? await sendEmailLetter(context, email) : 'needless'
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
      return 'unavailable'
    }
  }
}
