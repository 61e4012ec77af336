import pLimit from 'p-limit'

import { getTimeZone } from '~/lib/time-zones'

import type { Gateways } from './gateways.server'
import { loadBlocks } from './load-blocks.server'
import type { Store } from './schemas/stores.server'

type StoresGateway = Gateways['stores']

const CITY_BUDGET_MS = 800
/** Parallel calls of one search; more could use up the gateway's connections. */
const MAX_AT_ONCE = 4
/** Stores of one building. */
const FEW = 5
const MAX_QUERY_LENGTH = 200

/** The time zone of each store; its longitude decides when the city fails to load. */
export async function getZones(
  gateway: StoresGateway,
  stores: readonly Store[],
): Promise<(store: Store) => string> {
  const ids = [...new Set(stores.map(({ cityFiasId }) => cityFiasId).filter(Boolean))]
  const regions = new Map<string, string>()
  const limit = pLimit(MAX_AT_ONCE)
  const read = limit.map(ids, async (fiasId) => {
    const { city } = await loadBlocks({ city: gateway.getCity(fiasId) })
    if (city) regions.set(fiasId, city.region)
  })
  await loadBlocks({ read }, { read: CITY_BUDGET_MS })
  limit.clearQueue()
  return ({ cityFiasId, coordinates }) =>
    getTimeZone({
      region: regions.get(cityFiasId) ?? null,
      longitude: coordinates?.longitude ?? NaN,
    })
}

/** The time zone of the store at exactly this address; null when none is found, or its place is unknown. */
export async function getZoneAt(
  gateway: StoresGateway,
  address: string | undefined,
): Promise<string | null> {
  if (!address) return null
  const query = address.slice(0, MAX_QUERY_LENGTH)
  const { found } = await loadBlocks({
    found: gateway.searchStores({ query, offset: 0, size: FEW }),
  })
  const store = found?.stores.find((each) => fold(each.address) === fold(address))
  return store?.coordinates ? (await getZones(gateway, [store]))(store) : null
}

const fold = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')
