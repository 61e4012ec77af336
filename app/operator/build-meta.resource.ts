import type { LoaderFunctionArgs } from '@remix-run/node'

import { notFound } from '~/platform/not-found.server'

import { listRouteRules } from './route-rules-file.server'

/** `/builds/meta/{buildId}.json`: this build with the rules for moved addresses (specification 7.20). */
export async function loader({ request, params, context: { visit } }: LoaderFunctionArgs) {
  if (params.file !== `${visit.buildId}.json`) throw notFound(request)
  return Response.json({ buildId: visit.buildId, rules: listRouteRules() })
}
