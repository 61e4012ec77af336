import { data, redirect, type LoaderFunctionArgs } from '@remix-run/node'

import { GatewayError } from '~/gateways/gateway-error.server'
import { withErrorCode } from '~/gateways/named-failure.server'
import { loadCard } from './card-code.server'
import { requireShopper } from '~/session/guards.server'

/** A fresh code for a card that is on the screen: `{ svg, fetchedAt }`, 503 when there is none. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  if (request.headers.get('Accept') !== 'application/json') throw redirect('/qr')
  await requireShopper(request, context)
  try {
    const { svg, fetchedAt } = await withErrorCode('qrcode', context, loadCard(context)).call
    return Response.json({ svg, fetchedAt })
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    throw data(null, { status: 503 })
  }
}
