import { data, redirect, type ActionFunctionArgs } from '@remix-run/node'
import type { ClientActionFunctionArgs } from '@remix-run/react'

import { readForm } from '~/form.server'
import { requireShopper } from '~/session/guards.server'

import { consentForm, saveConsents } from './notification.server'

export function loader() {
  throw redirect('/profile/notification')
}

/** One switch, flipped by the page's script, which shows what became of it. */
export async function action({ request, context }: ActionFunctionArgs) {
  await requireShopper(request, context)
  const form = await readForm(request, consentForm)
  if ('failure' in form) return data({ isSaved: false }, { status: 422 })
  const { name, isPermitted } = form.value
  const isSaved = await saveConsents(context, { [name]: isPermitted })
  return data({ isSaved }, { status: isSaved ? 200 : 503 })
}

/** A network that is gone is a consent that was not saved, not a broken page. */
export async function clientAction({ serverAction }: ClientActionFunctionArgs) {
  try {
    return await serverAction<typeof action>()
  } catch (error) {
    if (error instanceof Response) throw error
    return { isSaved: false }
  }
}
