import { redirect, type LoaderFunctionArgs } from '@remix-run/node'

import { GatewayError } from '~/gateways/gateway-error.server'
import { withErrorCode } from '~/gateways/named-failure.server'
import { userHash } from '~/session/user-hash.server'

import { getQrLoadError, loadCard } from './card-code.server'
import type { QrResponse } from './fresh-code'
import type { QrError } from './code-refresher'

const statuses: Record<QrError, number> = {
  signIn: 401,
  profile: 403,
  refused: 403,
  unreachable: 503,
}

/** A fresh code for the card on the screen, or the error, as `QrResponse`. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  if (request.headers.get('Accept') !== 'application/json') throw redirect('/qr')
  try {
    const { svg, fetchedAt } = await withErrorCode('qrcode', context.visit, loadCard(context)).call
    return respond({ svg, fetchedAt, owner: await userHash(context) })
  } catch (error) {
    if (!(error instanceof GatewayError || error instanceof Response)) throw error
    // The gateway may have ended the session during the call.
    if (!(await context.session.isSignedIn())) return respond({ error: 'signIn' })
    if (error instanceof Response) return respond({ error: 'profile' })
    const seconds = error.retryAfterSeconds
    if (seconds) context.reply.retryAfter = new Date(Date.now() + seconds * 1000)
    return respond({ error: getQrLoadError(error) })
  }
}

function respond(response: QrResponse) {
  return Response.json(response, { status: 'error' in response ? statuses[response.error] : 200 })
}
