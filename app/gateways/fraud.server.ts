import { endpoint } from './endpoint.server'
import * as schemas from '~/gateways/schemas/fraud.server'

/** Section 'Fraud protection' of the contract. */
export const fraudEndpoints = {
  /** Announces a sign-in before the code request, and returns the `ksid`. Callers log errors and go on. */
  startLogin: endpoint(
    {
      gateway: 'fraud',
      method: 'POST',
      path: '/login_start',
      auth: 'none',
      effect: 'once',
      deadlineMs: 1_500,
      request: schemas.loginStart,
      response: schemas.loginStarted,
      without: 'signing in goes on unannounced',
      isMissedSilently: true,
    },
    {
      input: (body: { clientId: string; deviceId: string; userAgent: string }) => ({ body }),
      pick: ({ ksid }) => ksid,
      example: { clientId: 'v1', deviceId: 'device', userAgent: 'Mozilla/5.0' },
    },
  ),
}
