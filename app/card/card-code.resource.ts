import { redirect, type LoaderFunctionArgs } from '@remix-run/node'

import { GatewayError } from '~/gateways/gateway-error.server'
import { withErrorCode } from '~/gateways/named-failure.server'
import { userHash } from '~/session/user-hash.server'

import { getCodeLoadError, loadCard } from './card-code.server'
import type { CodeResponse } from './fresh-code'
import type { CodeError } from './code-pause'

const statuses: Record<CodeError, number> = {
  signIn: 401,
  profile: 403,
  refused: 403,
  unreachable: 503,
}

/** A fresh code for the card on the screen, or the error, as `CodeResponse`. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  if (request.headers.get('Accept') !== 'application/json') throw redirect('/qr')
  try {
    const { svg, fetchedAt } = await withErrorCode('qrcode', context.visit, loadCard(context)).call
    return respond({ svg, fetchedAt, owner: await userHash(context) })
  } catch (error) {
    if (!(error instanceof GatewayError || error instanceof Response)) throw error
    // The gateway may have ended the session during the call.
    if (!(await context.session.isSignedIn())) return respond({ fault: 'signIn' })
    if (error instanceof Response) return respond({ fault: 'profile' })
    const seconds = error.retryAfterSeconds
    if (seconds) context.reply.retryAfter = new Date(Date.now() + seconds * 1000)
    return respond({ fault: getCodeLoadError(error) })
  }
}

function respond(response: CodeResponse) {
  return Response.json(response, { status: 'fault' in response ? statuses[response.fault] : 200 })
}
