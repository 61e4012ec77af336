import type { AppLoadContext } from '@remix-run/node'

import type { Promotion } from '~/gateways/schemas/promotions.server'
import { bytesOfParsed, createByteCache } from '~/lib/byte-cache.server'

const LIFE_MS = 600_000

/** In this process only, by shopper and store: personal data are not shared. */
const cache = createByteCache<Promotion[]>('personal promotions', {
  bytesOf: (promotions) => bytesOfParsed(JSON.stringify(promotions)),
  lifeMs: LIFE_MS,
})

/**
 * The personal prices of a shopper in a store, cached for ten minutes (specification 3.37,
 * stored values: key `v1dt_pp`).
 * @throws GatewayError
 */
export async function listPersonalPromotions(
  { gateways, session }: AppLoadContext,
  storeCode: string,
): Promise<Promotion[]> {
  const key = `v1dt_pp:${await session.userId()}:${storeCode}`
  const cached = cache.get(key)
  if (cached) return cached
  const promotions = await gateways.promotions.listPromotions(storeCode)
  cache.set(key, promotions)
  return promotions
}
