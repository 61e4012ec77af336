import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'

import { notFound } from '~/platform/not-found.server'

import { acceptBatch, type BatchOutcome } from './events.server'

const statuses: Record<BatchOutcome, number> = {
  invalid: 400,
  'too many': 429,
  taken: 204,
  'known already': 204,
}

export function loader({ request }: LoaderFunctionArgs) {
  throw notFound(request)
}

/** Receives events of the client layer as JSON; without consent it ignores them unread. */
export async function action({ request, context }: ActionFunctionArgs) {
  const outcome = context.analytics.isAllowed
    ? await acceptBatch(context, await request.text())
    : 'taken'
  return new Response(null, { status: statuses[outcome] })
}
