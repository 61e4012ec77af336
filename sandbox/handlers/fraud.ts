import { randomUUID } from 'node:crypto'

import { z } from 'zod'

import { open, type Endpoint } from '../endpoint'

/** The fraud protection service. */
export function fraud(): Endpoint[] {
  return [
    open({
      gateway: 'fraud',
      name: 'POST /login_start',
      body: z.object({
        clientId: z.string().min(1),
        deviceId: z.string().min(1),
        userAgent: z.string(),
      }),
      response: () => ({ ksid: `ksid-${randomUUID()}` }),
    }),
  ]
}
