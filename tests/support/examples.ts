import { deadlineId } from '../../app/deadlines/deadlines.server'
import {
  exampleIds,
  type AnyInput,
  type Endpoint,
  type ExampleIds,
} from '../../app/gateways/endpoint.server'
import { addressesIn } from '../../app/framework/typed-routes'
import routes, { type ParamName, type RouteId } from '../../app/routes'
import { facts, type Screen } from '../../app/screens.server'
import { products } from '../../sandbox/data/products'
import { stores } from '../../sandbox/data/stores'
import type { User } from '../../sandbox/user'

const product = products.find(({ isForAdults }) => !isForAdults)!

const pick = <Entry extends { state?: string | null }>(entries: Entry[]) =>
  entries.find(({ state }) => state === 'AVAILABLE') ?? entries[0]

/** Ids of a shopper of the sandbox; who has nothing of a kind has no id of it. */
export const getIds = ({ coupons, offers, transactions, polls }: User): ExampleIds => ({
  ...exampleIds,
  storeCode: stores[0]!.externalId.storeCode,
  store: stores[0],
  productId: product.id,
  couponId: pick(coupons)?.favoriteId,
  offerCode: pick(offers)?.code,
  transactionId: transactions.find(({ receipt }) => receipt?.items.length)?.id,
  ratedId: transactions.find(({ hasPoll, receipt }) => hasPoll && receipt?.fiscalSign)?.id,
  pollId: polls[0]?.id,
})

/** The input of an endpoint's example; undefined for a shopper who lacks what it is about. */
export function getExample(endpoint: Endpoint, ids: ExampleIds = exampleIds): AnyInput | undefined {
  const input = endpoint.getExample(ids)
  return typeof input === 'string' ? undefined : input
}

/** An example of each path parameter, by the ids of a shopper. */
const getParams = (ids: ExampleIds): Record<ParamName, string | undefined> => ({
  step: '1',
  favoriteId: ids.couponId,
  code: ids.offerCode,
  category: '101-moloko',
  product: `${product.id}-${product.seoCode}`,
  storeCode: ids.storeCode,
  id: ids.ratedId,
  surveyId: ids.pollId,
  item: ids.couponId && deadlineId('coupon', ids.couponId),
  file: 'purchases.csv',
})

/** Every address of the product, from routes.ts. */
export const addresses = addressesIn(routes).map((entry) => ({
  ...entry,
  id: entry.id as RouteId,
}))

type Params = Partial<Record<ParamName, string>>

/** The path parameters of a shopper, or the given ones. */
export function exampleParams(path: string, user: User, own: Params = {}): Record<string, string> {
  const params = { ...getParams(getIds(user)), ...own }
  const names = Array.from(path.matchAll(/:(\w+)/g), ([, name]) => name as ParamName)
  return Object.fromEntries(names.flatMap((name) => (params[name] ? [[name, params[name]]] : [])))
}

/** An example of an address: with parameters of a shopper, and with its query. */
export function exampleAddress(id: RouteId, user: User | null, own: Params = {}): string {
  const { path } = addresses.find((entry) => entry.id === id)!
  const { query }: Partial<Screen> = facts[id]
  const params = user ? exampleParams(path, user, own) : {}
  const filled = path.replace(/:(\w+)\??/g, (_, name: string) => {
    if (params[name] === undefined) throw new Error(`/${path}: the shopper has no ${name}`)
    return encodeURIComponent(params[name])
  })
  return `/${filled}${query ? `?${new URLSearchParams(query)}` : ''}`.replace('/*', '/no-such-page')
}
