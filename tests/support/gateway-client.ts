import { afterAll, afterEach } from 'vitest'
import { z } from 'zod'

import { endpoint } from '../../app/gateways/endpoint.server'
import { GatewayError } from '../../app/gateways/gateway-error.server'
import { id, getList, nothing } from '../../app/gateways/schemas/common.server'
import { createHarness, json, startLocalGateway, type Harness } from './local-gateway'

export const common = { auth: 'none', without: 'nothing' } as const
export const read = endpoint('web GET /v1/thing', { ...common, response: z.object({ id }) })
export const personal = endpoint('web GET /v1/mine', { without: 'nothing', response: nothing })
export const optional = endpoint('web GET /v1/maybe', {
  ...common,
  auth: 'optional',
  response: nothing,
})
export const byId = endpoint(
  'web GET /v1/{id}/x',
  { ...common, response: nothing },
  { input: () => ({ params: { id: '1' } }) },
)
export const list = endpoint('web GET /v1/list', {
  ...common,
  response: z.object({ items: getList(z.object({ id })) }),
})
/** The input of `write`. */
export const phone = { body: { phone: '79001234567' } }
export const write = endpoint(
  'web POST /v1/write',
  {
    effect: 'once',
    request: z.object({ phone: z.string().regex(/^7\d{10}$/) }),
    response: nothing,
    without: 'nothing',
  },
  { input: () => phone },
)
export const identity = endpoint('magnit-id GET /v1/me', { ...common, response: nothing })
export const fraud = endpoint('fraud GET /login_start', { ...common, response: nothing })

/** A gateway for the tests of one file, with clients that are closed after each test. */
export async function openClient() {
  const gateway = await startLocalGateway()
  const opened: Harness[] = []
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((each) => each.close()))
  })
  afterAll(() => gateway.close())

  /** A client of a gateway at any address. */
  function open(...given: Parameters<typeof createHarness>): Harness {
    const harness = createHarness(...given)
    opened.push(harness)
    return harness
  }
  /** A client of this gateway, which responds with `{ id: '1' }` by default. */
  function start(
    ...[visitor, config]: [
      Parameters<typeof createHarness>[1]?,
      Parameters<typeof createHarness>[2]?,
    ]
  ): Harness {
    gateway.response((response) => json(response, 200, { id: '1' }))
    return open(gateway.url, visitor, config)
  }
  return { gateway, open, start }
}

/** The error of a refused call. */
export async function refused(promise: Promise<unknown>): Promise<GatewayError> {
  const error: unknown = await promise.then(
    () => new Error('The call succeeded'),
    (reason: unknown) => reason,
  )
  if (!(error instanceof GatewayError)) throw error
  return error
}
