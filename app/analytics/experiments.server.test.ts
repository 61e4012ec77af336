import { expect, test } from 'vitest'

import { Analytics } from './analytics.server'
import type { CollectedEvent } from '~/gateways/collector.server'
import { GatewayError } from '~/gateways/gateway-error.server'

import { CookieJar } from '~/session/cookies.server'
import { Device } from '~/session/device.server'
import { Experiments } from './experiments.server'
import { createSealer } from '~/session/seal.server'
import { createMemoryStore } from '~/shared-state/shared-store.server'

const sealer = createSealer(['a-secret-of-the-tests-that-is-long-enough'])
const UUID = '6f1c6f0e-3a51-4b8a-9a39-0d8b3f9c2e11'

/** One request of a browser with these cookies. */
function request(
  cookie: string,
  { group = 'test', store = createMemoryStore(), failure = null as Error | null } = {},
) {
  const cookies = new CookieJar(cookie, { secure: false, sealer })
  const device = new Device(cookies, null)
  const sent: CollectedEvent[] = []
  let calls = 0
  const analytics = new Analytics({
    cookies,
    device,
    requestId: 'r',
    isAfterForm: false,
    store,
    address: '192.0.2.1',
    queue: { add: (event) => void sent.push(event) },
  })
  const gateways = {
    async getExperiments() {
      calls++
      if (failure) throw failure
      return {
        active_experiments_group_ids: [],
        features: [
          { feature_name: 'unknown', group_name: 'test' },
          { feature_name: 'today_order', group_name: group },
        ],
      }
    },
  }
  const experiments = new Experiments({ cookies, device, analytics, store, gateways })
  return { experiments, cookies, sent, calls: () => calls, store }
}

const failure = new GatewayError({ kind: 'timeout', endpoint: 'e' })
const consented = `v1_uuid=${UUID}; v1_consent=accepted`

test('4.27: returns the default to a visitor without a uuid, without a call', async () => {
  const { experiments, calls, cookies } = request('v1_consent=accepted')
  expect(await experiments.variant('today_order')).toBe('control')
  expect(calls()).toBe(0)
  expect(cookies.changes()).toEqual([])
})

test('3.20, 4.27: loads the variants once, stores them for the session, and reports each once', async () => {
  const first = request(consented)
  const variants = await Promise.all([1, 2].map(() => first.experiments.variant('today_order')))
  expect(variants).toEqual(['test', 'test'])
  expect(first.calls()).toBe(1)
  expect(first.sent.map(({ properties }) => properties)).toEqual([
    { feature: 'today_order', variant: 'test' },
  ])
  const storedVariants = first.cookies.get('v1_variants')
  expect(storedVariants).toBe('today_order.test.1')
  const next = request(`${consented}; v1_variants=${storedVariants}`)
  expect(await next.experiments.variant('today_order')).toBe('test')
  expect(next.calls()).toBe(0)
  expect(next.sent).toEqual([])
})

test('sends events after consent only', async () => {
  const before = request(`v1_uuid=${UUID}`)
  expect(await before.experiments.variant('today_order')).toBe('test')
  expect(before.sent).toEqual([])
  const after = request(`${consented}; v1_variants=${before.cookies.get('v1_variants')}`)
  await after.experiments.variant('today_order')
  expect(after.sent).toHaveLength(1)
})

test.each(['another', 'constructor', ''])(
  "4.27: uses the default when the gateway's group is %j, and asks no more",
  async (group) => {
    const { experiments, sent, cookies } = request(consented, { group })
    expect(await experiments.variant('today_order')).toBe('control')
    expect(sent).toEqual([])
    const again = request(`${consented}; v1_variants=${cookies.get('v1_variants') ?? ''}`)
    await again.experiments.variant('today_order')
    expect(again.calls()).toBe(0)
  },
)

test('4.27: uses the last stored answer when the gateway fails, and the default without a stored answer', async () => {
  const { experiments, store } = request(consented)
  await experiments.variant('today_order')
  const away = request(consented, { store, failure })
  expect(await away.experiments.variant('today_order')).toBe('test')
  const stranger = request(consented, { failure })
  expect(await stranger.experiments.variant('today_order')).toBe('control')
  expect(stranger.cookies.get('v1_variants')).toBeNull()
  const broken = request(consented, { store, failure: new TypeError('ours') })
  await expect(broken.experiments.variant('today_order')).rejects.toThrow('ours')
})

test('ignores a stored answer that is old or unreadable', async () => {
  for (const storedVariants of [
    '{"gone_feature":"test"}',
    '{"today_order":',
    '[1]',
    '{"today_order":7}',
  ]) {
    const store = { ...createMemoryStore(), get: async () => storedVariants }
    const { experiments } = request(consented, { store, failure })
    expect(await experiments.variant('today_order')).toBe('control')
  }
})

test.each(['today_order', 'today_order.evil', '~~..', 'x'.repeat(500)])(
  'returns an existing variant of the experiment when the cookie is forged: %j',
  async (cookie) => {
    const { experiments } = request(`${consented}; v1_variants=${cookie}`)
    expect(['control', 'test']).toContain(await experiments.variant('today_order'))
  },
)
