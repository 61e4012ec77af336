import { redirect, type ActionFunctionArgs } from '@remix-run/node'
import { z } from 'zod/v4'

import { readForm } from '~/forms/form.server'
import { safeReturnTo, withReturnTo } from '~/lib/return-to'
import { requireGuest } from '~/session/guards.server'
import { formIdField } from '~/forms/once.server'

import { requestCode } from './login.server'

const resendForm = z.object(formIdField)

/** Nothing to see here: a reload of the form's address leads back to the code. */
export function loader() {
  throw redirect('/login/code')
}

/** Sends a new code to the same phone, once the last one has run out. */
export async function action({ request, context }: ActionFunctionArgs) {
  await requireGuest(context)
  const { session } = context
  const returnTo = new URL(request.url).searchParams.get('returnTo')
  const target = (path: string) => withReturnTo(path, returnTo && safeReturnTo(returnTo, '/today'))
  const saved = session.codeRequest
  if (!saved) throw redirect(target('/login'))
  const { phone, attemptId } = saved

  const form = await readForm(request, resendForm)
  const formId = 'value' in form ? form.value.formId : undefined
  const outcome = await requestCode(context, { phone, formId })
  context.analytics.track('Code:Resend', { result: outcome })
  if (outcome === 'captcha') throw redirect(`/login?captcha`)
  if (outcome === 'paused') throw redirect(target('/login/pause'))
  if (outcome !== 'sent') {
    session.flash({ type: 'error', title: 'Не получилось отправить код. Попробуйте чуть позже' })
  } else if (session.codeRequest?.attemptId !== attemptId) {
    session.flash({ type: 'success', title: 'Отправили новый код' })
  }
  throw redirect(target('/login/code'))
}
