import type { LoaderFunctionArgs } from '@remix-run/node'

import { BUDGET_MS, loadBlocks } from '~/gateways/load-blocks.server'
import { listShownStores } from './store-list.server'
import { getMapPoint } from './store-types.server'

import { parseStoreSearch } from './stores.server'

/** The locations of all stores of a search, for the map. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const search = parseStoreSearch(new URL(request.url).searchParams)
  const { all } = await loadBlocks(
    { all: listShownStores(context.gateways.stores, search) },
    { all: BUDGET_MS.critical },
  )
  if (!all) throw new Response(null, { status: 503 })
  const points = all.entries.flatMap((store) => getMapPoint(store) ?? [])
  return Response.json({ points, isCut: !all.isWhole })
}
