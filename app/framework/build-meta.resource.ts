import type { LoaderFunctionArgs } from '@remix-run/node'

import { requireValid } from './not-found.server'
import { listRouteRules } from './route-rules-file.server'

/** `/builds/meta/{buildId}.json`: this build and the rules for moved addresses (section 7). */
export async function loader({ request, params, context: { buildId } }: LoaderFunctionArgs) {
  requireValid(request, params.file === `${buildId}.json`)
  return Response.json({ buildId, rules: await listRouteRules() })
}
