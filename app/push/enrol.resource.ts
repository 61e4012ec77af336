import { redirect, type ActionFunctionArgs } from '@remix-run/node'

import { readFormData } from '~/forms/form.server'
import { GatewayError } from '~/gateways/gateway-error.server'
import { parseSubscription } from './push-subscription'
import { requireShopper } from '~/session/guards.server'

export function loader() {
  throw redirect('/profile')
}

/**
 * Enrols this browser for pushes: 204, 400 for a subscription that is none or of an unknown push
 * service, 404 while push is not offered, 429 after five an hour, 502 when the gateway refuses.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  await requireShopper(request, context)
  const { push, limits, session, gateways, analytics } = context
  if (!push) return empty(404)
  const form = await readFormData(request, ['subscription', 'permitted'])
  const subscription = parseSubscription(fromJson(form.get('subscription')))
  const pushToken = subscription && push.tokenOf(subscription)
  if (!pushToken) return empty(400)
  const taken = await limits.take(['pushEnrolments', String(await session.userId())])
  if (taken.isOver) {
    context.retryAfter = taken.until
    return empty(429)
  }
  const notificationsPermitted = form.get('permitted') === 'true'
  try {
    const isEnrolled = await gateways.account.enrolDevice({ pushToken, notificationsPermitted })
    note(isEnrolled)
    return empty(isEnrolled ? 204 : 502)
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    note(false)
    return empty(502)
  }

  function note(isEnrolled: boolean) {
    const result = isEnrolled ? 'enrolled' : 'refused'
    analytics.track('Push:Enrol', { is_permitted: notificationsPermitted, result })
  }
}

const empty = (status: number) => new Response(null, { status })

function fromJson(field: FormDataEntryValue | null): unknown {
  try {
    return typeof field === 'string' ? JSON.parse(field) : null
  } catch {
    return null
  }
}
