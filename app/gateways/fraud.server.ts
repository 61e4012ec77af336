import { endpoint, type Call, type CallOptions } from './endpoint.server'
import * as schemas from '~/gateways/schemas/fraud.server'

/** Section 'Fraud protection' of the contract. */
export const fraudEndpoints = {
  startLogin: endpoint(
    {
      gateway: 'fraud',
      method: 'POST',
      path: '/login_start',
      auth: 'none',
      effect: 'once',
      deadlineMs: 1_500,
      request: schemas.loginStart,
      answer: schemas.loginStarted,
      usedBy: ['/login'],
      without: 'signing in goes on unannounced',
      isMissedSilently: true,
    },
    { body: { clientId: 'v1', deviceId: 'device', userAgent: 'Mozilla/5.0' } },
  ),
}

/** @param call sends the calls of one visitor */
export function fraudGateway(call: Call) {
  return {
    /**
     * Announces a sign-in before the code request, and returns the `ksid`. Waits 1.5 s at most.
     * @throws GatewayError of any kind, also `invalid` without a configured service. Callers log it
     * and continue the sign-in.
     */
    startLogin: async (
      input: { clientId: string; deviceId: string; userAgent: string },
      options?: CallOptions,
    ): Promise<string> =>
      (
        await call(fraudEndpoints.startLogin, {
          body: input,
          ...options,
        })
      ).ksid,
  }
}
