import { data, redirect, type ActionFunctionArgs } from '@remix-run/node'
import type { ClientActionFunctionArgs } from '@remix-run/react'

import { readForm } from '~/forms/form.server'
import { requireShopper } from '~/session/guards.server'

import { consentForm, saveConsents } from './notification.server'

export function loader() {
  throw redirect('/profile/notification')
}

/** One switch, flipped by the page's script; what is not saved is an error to it. */
export async function action({ request, context }: ActionFunctionArgs) {
  await requireShopper(request, context)
  const form = await readForm(request, consentForm)
  if ('failure' in form) throw data(null, { status: 422 })
  const { name, isPermitted } = form.value
  if (!(await saveConsents(context, { [name]: isPermitted }))) throw data(null, { status: 503 })
  return { isSaved: true }
}

/** A refusal does not break the page: the switch flips back and says so. */
export async function clientAction({ serverAction }: ClientActionFunctionArgs) {
  try {
    return await serverAction<{ isSaved: boolean; isOffline?: boolean }>()
  } catch (error) {
    // A redirect: the session is over.
    if (error instanceof Response) throw error
    const isOffline = error instanceof Error && error.name === 'NoNetworkError'
    return { isSaved: false, isOffline }
  }
}
