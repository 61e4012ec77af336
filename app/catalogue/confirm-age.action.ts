import { redirect, type ActionFunctionArgs } from '@remix-run/node'

import { readFormData } from '~/forms/form.server'
import { safeReturnTo } from '~/lib/return-to'
import { requireShopper } from '~/session/guards.server'

export function loader() {
  throw redirect('/catalog')
}

/** The shopper says that they are of age; goods for adults are shown from now on. */
export async function action({ request, context }: ActionFunctionArgs) {
  await requireShopper(request, context)
  const form = await readFormData(request, ['returnTo'])
  context.shop.confirmAdult()
  context.analytics.track('Adult:Confirm', {})
  throw redirect(safeReturnTo(form.get('returnTo'), '/catalog'), 303)
}
