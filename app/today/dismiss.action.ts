import { redirect, type ActionFunctionArgs } from '@remix-run/node'

import { readFormData } from '~/forms/form.server'
import { requireShopper } from '~/session/guards.server'
import { dismissibleNotices } from '~/session/hints.server'

export function loader() {
  throw redirect('/today')
}

/** Hides an advice for a month. */
export async function action({ request, context }: ActionFunctionArgs) {
  await requireShopper(request, context)
  const asked = (await readFormData(request, ['key'])).get('key')
  const key = dismissibleNotices.find((each) => each === asked)
  if (key) {
    context.hints.dismiss(key)
    context.analytics.track('Notice:Dismiss', { notice: key })
  }
  throw redirect('/today', 303)
}
