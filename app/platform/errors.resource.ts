import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'

import { notFound } from '~/platform/not-found.server'

import { acceptErrorReport, type ErrorReportOutcome } from './errors.server'

const statuses: Record<ErrorReportOutcome, number> = { invalid: 400, 'too many': 429, taken: 204 }

export function loader({ request }: LoaderFunctionArgs) {
  throw notFound(request)
}

/** Receives errors of page scripts and the service worker as JSON (docs/decisions/010). */
export async function action({ request, context }: ActionFunctionArgs) {
  const userAgent = request.headers.get('User-Agent')
  const outcome = await acceptErrorReport(context, userAgent, await request.text())
  return new Response(null, { status: statuses[outcome] })
}
