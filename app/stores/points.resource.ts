import type { LoaderFunctionArgs } from '@remix-run/node'

import { BUDGET_MS, loadBlocks } from '~/gateways/load-blocks.server'
import { listShownStores } from './store-list.server'
import type { MapPoint } from './map-point'
import { requireShopper } from '~/session/guards.server'

import { parseStoreSearch } from './stores.server'

/** The places of all stores of a search, for the map. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireShopper(request, context)
  const search = parseStoreSearch(new URL(request.url).searchParams)
  const { all } = await loadBlocks(
    { all: listShownStores(context.gateways.stores, search) },
    { all: BUDGET_MS.critical },
  )
  if (!all) throw new Response(null, { status: 503 })
  const points = all.flatMap(({ externalId, name, address, coordinates }): MapPoint[] => {
    if (!coordinates) return []
    const to = `/stores/${externalId.storeCode}`
    return [{ to, name: name ?? 'Магазин', address, ...coordinates }]
  })
  return Response.json({ points })
}
