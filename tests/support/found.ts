import type { AnyInput, Endpoint, ExampleIds } from '../../app/gateways/endpoint.server'
import { products } from '../../sandbox/data/goods'
import { stores } from '../../sandbox/data/stores'
import type { User } from '../../sandbox/user'

const product = products.find(({ isForAdults }) => !isForAdults)!

/** An id of every kind. */
export const found: Required<ExampleIds> = {
  storeCode: stores[0]!.externalId.storeCode,
  store: stores[0]!,
  categoryId: 101,
  productId: product.id,
  couponId: '1',
  offerCode: 'offer-1',
  transactionId: 't1',
  ratedId: 't1',
  pollId: 'poll-1',
}

/** Ids of every kind that belong to a shopper of the sandbox. */
export const getFound = ({ coupons, offers, transactions, polls }: User): Required<ExampleIds> => ({
  ...found,
  couponId: coupons.find(({ state }) => state === 'AVAILABLE')!.favoriteId,
  offerCode: offers.find(({ state }) => state === 'AVAILABLE')!.code,
  transactionId: transactions.find(
    ({ type, receipt }) => type === 'PURCHASE' && receipt && receipt.items.length > 0,
  )!.id,
  ratedId: transactions.find(({ hasPoll }) => hasPoll)!.id,
  pollId: polls[0]!.id,
})

/** The input of an endpoint's example. */
export function getExample(endpoint: Endpoint, ids: ExampleIds = found): AnyInput {
  const input = endpoint.getExample(ids)
  if (typeof input === 'string') throw new Error(`${endpoint.name}: ${input}`)
  return input
}

/** An address with its ids. */
export const getAddress = (address: string, ids: Required<ExampleIds> = found): string =>
  address.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (!Object.hasOwn(ids, name)) throw new Error(`${address}: ExampleIds has no ${name}`)
    return String(ids[name as keyof ExampleIds])
  })
