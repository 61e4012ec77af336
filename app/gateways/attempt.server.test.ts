import { describe, expect, it, vi } from 'vitest'

import {
  byId,
  identity,
  list,
  personal,
  read,
  refused,
  openClient,
} from '../../tests/support/gateway-client'
import { json } from '../../tests/support/local-gateway'

const { gateway, start } = await openClient()

describe('the breaker', () => {
  it('opens for one gateway, fails fast, probes and closes again', async () => {
    let now = 0
    const { call, getCall, events } = start({}, { now: () => now })
    gateway.response((response) => json(response, 500, {}))
    for (let i = 0; i < 10; i += 1) await refused(getCall(`device ${i}`)(read))
    expect(gateway.received).toHaveLength(20)

    // Resolves before the event loop's next turn, so nothing was waited for.
    const later = new Promise((resolve) => setImmediate(resolve, 'later'))
    expect(await Promise.race([refused(call(read)), later])).toMatchObject({
      kind: 'open',
      isServerSide: true,
    })
    expect(gateway.received).toHaveLength(20)
    expect(events.at(-1)).toMatchObject({ kind: 'open', status: null, attempt: 1 })

    gateway.response((response) => json(response, 200, { id: '1' }))
    await call(identity)

    now += 10_000
    gateway.response((response) => json(response, 500, {}))
    // The error of the probe is thrown, not the breaker's refusal of a retry.
    expect(await refused(call(read))).toMatchObject({ kind: 'http', status: 500 })
    expect(gateway.received).toHaveLength(1)

    now += 10_000
    gateway.response((response) => json(response, 200, { id: '1' }))
    expect(await call(read)).toEqual({ id: '1' })
    expect(await call(read)).toEqual({ id: '1' })
  })

  it('that opened after a 401 causes no token refresh', async () => {
    let sessions = 0
    const { call } = start({
      accessToken: async () => `token-${(sessions += 1)}`,
      renewAccessToken: async () => {
        gateway.response((response) => json(response, 500, {}))
        await Promise.all(Array.from({ length: 40 }, () => refused(call(personal))))
        return 'renewed'
      },
    })
    gateway.response((response) => json(response, 401, {}))
    expect(await refused(call(personal))).toMatchObject({ kind: 'open', isUnauthorized: false })
  })

  it('stays closed for failures of one caller and for an endpoint without calls', async () => {
    const { call, getCall } = start()
    gateway.response((response) => json(response, 500, {}))
    for (let i = 0; i < 25; i += 1) await refused(call(read))
    // Of the retries twenty are within the budget.
    expect(gateway.received).toHaveLength(45)
    expect(await refused(getCall('another')(read))).toMatchObject({ kind: 'http', status: 500 })
    for (let i = 0; i < 10; i += 1) await refused(getCall(`device ${i}`)(read))
    expect(await refused(call(read))).toMatchObject({ kind: 'open' })
    gateway.response((response) => json(response, 200, {}))
    await call(personal)
  })

  it('identifies a shopper by the session, whatever the device id', async () => {
    const { getCall } = start()
    gateway.response((response) => json(response, 500, {}))
    for (let i = 0; i < 25; i += 1) await refused(getCall(`device ${i}`)(personal))
    expect(await refused(getCall('another')(personal))).toMatchObject({ kind: 'http' })
  })

  it('stays closed for failures of one product, whoever asks', async () => {
    const { getCall } = start()
    const product = { ...byId, freshMs: 1000 }
    gateway.response((response) => json(response, 500, {}))
    for (let i = 0; i < 25; i += 1)
      await refused(getCall(`device ${i}`)(product, { params: { id: 'broken' } }))
    const other = { params: { id: 'another' } }
    expect(await refused(getCall('device 1')(product, other))).toMatchObject({ kind: 'http' })
  })

  it('stays closed for refusals and cancelled calls', async () => {
    const { call, getCall } = start()
    gateway.response((response) => json(response, 422, {}))
    for (let i = 0; i < 25; i += 1) await refused(getCall(`device ${i}`)(read))
    gateway.response(() => {})
    for (let i = 0; i < 25; i += 1) {
      await expect(call(read, { signal: AbortSignal.abort('left') })).rejects.toBe('left')
    }
    gateway.response((response) => json(response, 200, { id: '1' }))
    expect(await call(read)).toEqual({ id: '1' })
  })

  it('opens for timeouts', async () => {
    const { call, getCall } = start()
    gateway.response(() => {})
    await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        refused(getCall(`device ${i}`)(read, { deadlineMs: 30 })),
      ),
    )
    expect(await refused(call(read, { deadlineMs: 30 }))).toMatchObject({ kind: 'open' })
  })
})

describe('a hanging endpoint', () => {
  it('has at most 64 parallel calls: further ones fail immediately, and other endpoints answer', async () => {
    const { call, events } = start()
    gateway.response((response, { url }) => {
      if (url?.startsWith('/webgate/v1/list')) json(response, 200, { items: [] })
    })
    const waiting = Array.from({ length: 64 }, () => refused(call(read, { deadlineMs: 3000 })))
    const over = vi.fn()
    for (const each of waiting) void each.then(over)
    expect(await refused(call(read))).toMatchObject({ kind: 'busy', isServerSide: true })
    expect(await call(list)).toEqual({ items: [] })
    // No waiting call delayed another.
    expect(over).not.toHaveBeenCalled()
    expect(events.map(({ kind }) => kind)).toEqual(['busy', null])
    expect((await Promise.all(waiting)).every(({ kind }) => kind === 'timeout')).toBe(true)
    gateway.response((response) => json(response, 200, { id: '1' }))
  })

  it('runs twenty calls of one shopper; further ones wait within their deadline', async () => {
    let session = 'one'
    const { call, events } = start({ accessToken: async () => session })
    gateway.response(() => {})
    const hanging = Array.from({ length: 20 }, () => refused(call(personal, { deadlineMs: 400 })))
    const hasty = refused(call(personal, { deadlineMs: 200 }))
    const patient = call(personal, { deadlineMs: 2000 })
    await expect.poll(() => gateway.received).toHaveLength(20)
    gateway.response((response) => json(response, 200, {}))
    session = 'another'
    await call(personal)
    expect(await hasty).toMatchObject({ kind: 'busy', isUnsent: true })
    expect(gateway.received).toHaveLength(1)
    await patient
    expect((await Promise.all(hanging)).every(({ kind }) => kind === 'timeout')).toBe(true)
    expect(events.filter(({ kind }) => kind === 'busy')).toHaveLength(1)
  })
})
