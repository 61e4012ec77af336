import type { ServerResponse } from 'node:http'

import { describe, expect, it } from 'vitest'

import { fraud, phone, read, refused, write, openClient } from '../../tests/support/gateway-client'
import { json, startLocalGateway } from '../../tests/support/local-gateway'

const { gateway, start, open } = await openClient()
/** A call that may have taken effect. */
const unknown = { isUnsent: false, didNothing: false, isInputUnchecked: false }

describe('the effect of a failed call', () => {
  const cases = [
    ['a 500', (response) => json(response, 500, {}), { didNothing: true, isInputUnchecked: true }],
    ['a 504', (response) => json(response, 504, {}), unknown],
    ['a 429', (response) => json(response, 429, {}), { didNothing: true, isInputUnchecked: true }],
    ['a 422', (response) => json(response, 422, {}), { didNothing: true, isInputUnchecked: false }],
    ['a broken connection', (response) => response.destroy(), unknown],
    ['a malformed answer', (response) => response.end('{'), unknown],
  ] satisfies [string, (response: ServerResponse) => unknown, object][]

  it.each(cases)(
    'after %s: `didNothing` says whether it had none, `isInputUnchecked` whether the gateway checked no input',
    async (_, answer, expected) => {
      const { call } = start()
      gateway.response((response) => void answer(response))
      expect(await refused(call(write, phone))).toMatchObject({ isUnsent: false, ...expected })
    },
  )

  it('is unknown when the first attempt breaks off and the second cannot connect', async () => {
    const own = await startLocalGateway()
    own.response((response) => {
      response.destroy()
      void own.close()
    })
    const harness = open(own.url)
    expect(await refused(harness.call(read))).toMatchObject({ kind: 'network', ...unknown })
    expect(harness.events).toHaveLength(2)
  })
})

it('reads a letter whole that lies across two packets', async () => {
  const { call } = start()
  const bytes = Buffer.from('{"id":"Щука"}')
  gateway.response((response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' }).write(bytes.subarray(0, 8))
    setTimeout(() => response.end(bytes.subarray(8)), 50)
  })
  expect(await call(read)).toEqual({ id: 'Щука' })
})

describe('an unreachable gateway', () => {
  it.each([
    ['http://127.0.0.1:1', 'ECONNREFUSED'],
    ['http://not-there.invalid', expect.any(String)],
  ])(
    'causes a network error with `isUnsent`, because it received no request: %s',
    async (url, code) => {
      const harness = open(url)
      expect(await refused(harness.call(read))).toMatchObject({ kind: 'network', code })
      expect(harness.events).toHaveLength(2)
      expect(await refused(harness.call(write, phone))).toMatchObject({
        isUnsent: true,
        didNothing: true,
        isInputUnchecked: true,
      })
    },
  )

  it('without a configured address (fraud) gets no call, and the call throws `invalid`', async () => {
    const { call } = start({}, { fraudUrl: undefined })
    expect(await refused(call(fraud))).toMatchObject({ kind: 'invalid' })
    expect(gateway.received).toHaveLength(0)
  })
})
