import type { ActionFunctionArgs } from '@remix-run/node'

import { env } from '~/platform/env.server'
import { isBearer } from '~/lib/bearer.server'
import { log } from '~/platform/log.server'
import { metrics } from '~/platform/metrics.server'
import { notFound } from '~/platform/not-found.server'

import {
  countFailures,
  getDelivery,
  isTooLarge,
  listFailures,
  relayRequest,
} from './messages.server'
import { getService } from './push-endpoint.server'

export function loader({ request }: ActionFunctionArgs) {
  throw notFound(request)
}

/**
 * The push relay: sends one notification to all given tokens. Answers with `results` in the tokens'
 * order, and `failures` with service, status and cause, if any.
 */
export async function action({ request, context: { services, visit } }: ActionFunctionArgs) {
  const { push } = services
  if (!push) return new Response(null, { status: 404 })
  if (!isBearer(request.headers.get('Authorization'), push.relayTokens))
    return new Response(null, { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } })
  const parsed = relayRequest.safeParse(await request.json().catch(() => null))
  if (!parsed.success)
    return refuse(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`))
  const { PUBLIC_ORIGIN: origin, PUSH_SERVICES } = env()
  const delivery = getDelivery(parsed.data, origin)
  if (isTooLarge(delivery)) return refuse(['notification: is longer than a push service takes'])
  const delivered = await push.send(parsed.data.tokens, delivery)
  for (const { result: outcome, service, status, cause } of delivered)
    metrics.pushMessages.inc({
      outcome,
      service: getService(service ?? '', PUSH_SERVICES) ?? 'other',
      reason: outcome === 'sent' ? '' : String(status ?? cause ?? ''),
    })
  const failures = listFailures(delivered)
  for (const failure of countFailures(failures))
    log.warn({ requestId: visit.requestId, ...failure }, 'push messages were not delivered')
  const results = delivered.map(({ result }) => result)
  return Response.json(failures.length > 0 ? { results, failures } : { results })
}

const refuse = (errors: string[]) => Response.json({ errors }, { status: 422 })
