import { redirect, type ActionFunctionArgs } from '@remix-run/node'

import { readFormData } from '~/forms/form.server'
import { themes } from '~/session/device.server'
import { requireShopper } from '~/session/guards.server'

export function loader() {
  throw redirect('/profile')
}

/** Keeps the colours that the shopper chose; anything but light and dark follows the system. */
export async function action({ request, context }: ActionFunctionArgs) {
  await requireShopper(request, context)
  const chosen = (await readFormData(request, ['theme'])).get('theme')
  const theme = themes.find((each) => each === chosen) ?? null
  context.device.theme = theme
  context.analytics.track('Theme:Change', { theme: theme ?? 'system' })
  throw redirect('/profile')
}
