import type { AnyInput, Endpoint, Found } from '../../app/gateways/endpoint.server'
import { wares } from '../../sandbox/data/goods'
import { stores } from '../../sandbox/data/stores'

/** An id of every kind, as the sandbox's first answers give them. */
export const found: Required<Found> = {
  storeCode: stores[0]!.externalId.storeCode,
  store: stores[0]!,
  categoryId: 101,
  goodId: wares[0]!.id,
  couponId: '1',
  offerCode: 'offer-1',
  transactionId: 't1',
  ratedId: 't1',
  pollId: 'poll-1',
}

/** The input of an endpoint's example. */
export function exampleOf(endpoint: Endpoint, ids: Found = found): AnyInput {
  const input = endpoint.exampleOf(ids)
  if (typeof input === 'string') throw new Error(`${endpoint.name}: ${input}`)
  return input
}
