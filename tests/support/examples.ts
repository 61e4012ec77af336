import { deadlineId } from '../../app/deadlines/deadlines.server'
import { addressesIn } from '../../app/framework/typed-routes'
import routes, { type ParamName, type RouteId } from '../../app/routes'
import { facts, type Screen } from '../../app/screens.server'
import { products } from '../../sandbox/data/goods'
import { stores } from '../../sandbox/data/stores'
import type { User } from '../../sandbox/user'

const product = products[0]!

/** An example of each path parameter, for a shopper of the sandbox. */
const examples: Record<ParamName, (user: User) => string> = {
  step: () => '1',
  favoriteId: ({ coupons }) => coupons[0]!.favoriteId,
  code: ({ offers }) => offers[0]!.code,
  category: () => '101-moloko',
  product: () => `${product.id}-${product.seoCode}`,
  storeCode: () => stores[0]!.externalId.storeCode,
  // A purchase with products that can be rated.
  id: ({ transactions }) => transactions.find(({ hasPoll, receipt }) => hasPoll && receipt)!.id,
  surveyId: ({ polls }) => polls[0]!.id,
  item: ({ coupons }) => deadlineId('coupon', coupons[0]!.favoriteId),
  file: () => 'purchases.csv',
}

/** Every address of the product, from routes.ts. */
export const addresses = addressesIn(routes).map((entry) => ({
  ...entry,
  id: entry.id as RouteId,
}))

/** The path parameters of a shopper. */
export function exampleParams(path: string, user: User): Record<string, string> {
  const names = Array.from(path.matchAll(/:(\w+)/g), ([, name]) => name as ParamName)
  return Object.fromEntries(names.map((name) => [name, examples[name](user)]))
}

/** An example of an address: with parameters of a shopper, and with its query. */
export function exampleAddress(id: RouteId, user: User | null): string {
  const { path } = addresses.find((entry) => entry.id === id)!
  const { query }: Partial<Screen> = facts[id]
  const params = user ? exampleParams(path, user) : {}
  const filled = path.replace(/:(\w+)\??/g, (_, name: string) => {
    if (params[name] === undefined) throw new Error(`/${path} needs a shopper of the sandbox`)
    return params[name]
  })
  return `/${filled}${query ? `?${new URLSearchParams(query)}` : ''}`.replace('/*', '/no-such-page')
}
