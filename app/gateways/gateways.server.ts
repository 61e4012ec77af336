import { accountEndpoints } from './account.server'
import { captchaEndpoints } from './captcha.server'
import { catalogueEndpoints } from './catalogue.server'
import type { Call, Endpoint } from './endpoint.server'
import { fraudEndpoints } from './fraud.server'
import { identityEndpoints } from './identity.server'
import { promotionsEndpoints } from './promotions.server'
import { isPublic, type PublicCall } from './public-cache.server'
import { purchasesEndpoints } from './purchases.server'
import { storesEndpoints } from './stores.server'

type Bindable = Endpoint & { bind(call: Call): unknown }
type Functions<Group extends Record<string, Bindable>> = {
  [Name in keyof Group]: ReturnType<Group[Name]['bind']>
}

/**
 * All gateway functions by subject (specification 7.1).
 * @param publicCall reads data that are public and declared fresh, perhaps from a cache
 */
export function createGateways(call: Call, publicCall: PublicCall = call) {
  const callFor = (endpoint: Endpoint) => (isPublic(endpoint) ? (publicCall as Call) : call)
  const bound = <Group extends Record<string, Bindable>>(group: Group) =>
    Object.fromEntries(
      Object.entries(group).map(([name, each]) => [name, each.bind(callFor(each))]),
    ) as Functions<Group>
  return {
    identity: bound(identityEndpoints),
    account: bound(accountEndpoints),
    stores: bound(storesEndpoints),
    catalogue: bound(catalogueEndpoints),
    promotions: bound(promotionsEndpoints),
    purchases: bound(purchasesEndpoints),
    fraud: bound(fraudEndpoints),
    captcha: bound(captchaEndpoints),
  }
}

export type Gateways = ReturnType<typeof createGateways>

/** Every declared endpoint by subject. An endpoint that needs ids of another follows it. */
export const contract = {
  Identity: identityEndpoints,
  Account: accountEndpoints,
  Stores: storesEndpoints,
  Catalogue: catalogueEndpoints,
  'Coupons, offers, personal prices': promotionsEndpoints,
  'Purchases and surveys': purchasesEndpoints,
  'Fraud protection': fraudEndpoints,
} satisfies Record<string, Record<string, Endpoint>>

export const allEndpoints: readonly Endpoint[] = Object.values(contract).flatMap((subject) =>
  Object.values<Endpoint>(subject),
)
