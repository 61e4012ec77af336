import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'

import { notFound } from '~/platform/not-found.server'

import { acceptReports } from './csp-reports.server'

export function loader({ request }: LoaderFunctionArgs) {
  throw notFound(request)
}

/** Receives reports of content security policy violations in both browser formats. */
export async function action({ request, context }: ActionFunctionArgs) {
  return new Response(null, { status: acceptReports(context, await request.text()) ? 204 : 400 })
}
