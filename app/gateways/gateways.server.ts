import { accountEndpoints, accountGateway } from './account.server'
import { captchaGateway } from './captcha.server'
import { catalogueEndpoints, catalogueGateway } from './catalogue.server'
import type { Call, Endpoint } from './endpoint.server'
import { fraudEndpoints, fraudGateway } from './fraud.server'
import { identityEndpoints, identityGateway } from './identity.server'
import { promotionsEndpoints, promotionsGateway } from './promotions.server'
import type { PublicCall } from './public-cache.server'
import { purchasesEndpoints, purchasesGateway } from './purchases.server'
import { storesEndpoints, storesGateway } from './stores.server'

/**
 * All gateway functions by subject (specification, section 7).
 * @param publicCall reads public data, such as the catalogue
 */
export function createGateways(call: Call, publicCall: PublicCall = call) {
  return {
    identity: identityGateway(call),
    account: accountGateway(call),
    stores: storesGateway(call, publicCall),
    catalogue: catalogueGateway(call, publicCall),
    promotions: promotionsGateway(call),
    purchases: purchasesGateway(call),
    fraud: fraudGateway(call),
    captcha: captchaGateway(call),
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
