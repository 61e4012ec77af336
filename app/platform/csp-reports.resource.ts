import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'

import { notFound } from '~/platform/not-found.server'

import { takeReports, type ReportOutcome } from './csp-reports.server'

const statuses: Record<ReportOutcome, number> = { invalid: 400, 'too many': 429, taken: 204 }

export function loader({ request }: LoaderFunctionArgs) {
  throw notFound(request)
}

/** What browsers refused by our policy, in either form in which they tell it. */
export async function action({ request, context }: ActionFunctionArgs) {
  return new Response(null, { status: statuses[await takeReports(context, await request.text())] })
}
