import type { ActionFunctionArgs } from '@remix-run/node'

import { env } from '~/platform/env.server'
import { isBearer } from '~/lib/bearer.server'
import { metrics } from '~/platform/metrics.server'
import { notFound } from '~/platform/not-found.server'

import { deliveryOf, relayRequest } from './messages.server'

export function loader({ request }: ActionFunctionArgs) {
  throw notFound(request)
}

/** The relay: sends one notification to every token it is given, and says what became of each. */
export async function action({ request, context: { push } }: ActionFunctionArgs) {
  if (!push) return new Response(null, { status: 404 })
  if (!isBearer(request.headers.get('Authorization'), push.relayTokens))
    return new Response(null, { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } })
  const parsed = relayRequest.safeParse(await request.json().catch(() => null))
  if (!parsed.success)
    return Response.json(
      { errors: parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) },
      { status: 422 },
    )
  const { BRAND_NAME: brand, PUBLIC_ORIGIN: origin } = env()
  const results = await push.send(parsed.data.tokens, deliveryOf(parsed.data, { brand, origin }))
  for (const outcome of results) metrics.pushMessages.inc({ outcome })
  return Response.json({ results })
}
