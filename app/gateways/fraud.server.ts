import { z } from 'zod'

import { id } from '~/gateways/schemas/common.server'

import { endpoint } from './endpoint.server'

const loginStart = z.object({ clientId: id, deviceId: id, userAgent: z.string() })

const loginStarted = z.object({ ksid: id })

/** Section 'Fraud protection' of the contract. */
export const fraudEndpoints = {
  /** Announces a sign-in before the code request, and returns the `ksid`. Callers log errors and go on. */
  startLogin: endpoint(
    'fraud POST /login_start',
    {
      auth: 'none',
      effect: 'once',
      deadlineMs: 1_500,
      request: loginStart,
      response: loginStarted,
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
