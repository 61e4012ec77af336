import { endpoint, type Call, type CallOptions } from './endpoint.server'
import * as shapes from '~/gateways/shapes/fraud.server'

/** The contract's section 'Fraud protection'. */
export const fraudEndpoints = {
  startLogin: endpoint(
    {
      gateway: 'fraud',
      method: 'POST',
      path: '/login_start',
      auth: 'none',
      effect: 'once',
      deadlineMs: 1_500,
      request: shapes.loginStart,
      answer: shapes.loginStarted,
      usedBy: ['/login'],
      without: 'signing in goes on unannounced',
      isMissedSilently: true,
    },
    { body: { clientId: 'v1', deviceId: 'device', userAgent: 'Mozilla/5.0' } },
  ),
}

/** @param call one visitor's calls */
export function fraudGateway(call: Call) {
  return {
    /**
     * Announces a sign-in before a code is asked for, and gives the `ksid`. Waits 1.5 s at most.
     * @throws GatewayError of any kind, `invalid` too when no service is configured: to be logged,
     *   never to stop a sign-in
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
