import { expect } from 'vitest'

import type { Visitor } from '../../support/visitor'
import { startTlsFront, type TlsFront } from '../../support/tls-front'
import type { Incident, Site } from './site'
import { LACKS_DATA } from '../../support/lacks-data'

const BALANCE = 'GET /v3/user/balance'
let nextPhone = 79092000000
let front: TlsFront
let loops: (() => void)[] = []

const newcomersAsk = (site: Site) =>
  site.keep(300, () =>
    Promise.all(
      [1, 2, 3].map(() => site.stranger().post('/login', { phone: String((nextPhone += 1)) })),
    ),
  )

async function slowShopper(site: Site): Promise<() => Visitor> {
  const shopper = await site.shopper()
  site.sandbox.faults.add({
    endpoint: 'GET /v2/user/coupons',
    mode: 'latency',
    latencyMs: 2300,
    phone: shopper.phone,
  })
  return shopper
}

export const failingEndpoint: Incident = {
  name: 'one endpoint of a gateway fails',
  of: { endpoint: BALANCE },
  alerts: {
    async AprilGatewayFailing(site, { labels }) {
      expect(labels.endpoint).toBe(BALANCE)
      const page = await (await site.shopper())().get('/profile/stars')
      expect(page.status).toBe(200)
      expect(await page.text()).toMatch(LACKS_DATA)
      expect(site.complaints()).toEqual([])
    },
  },
  async breaks(site) {
    site.sandbox.faults.add({ endpoint: BALANCE, mode: 'status', status: 500 })
  },
  async mends(site) {
    site.sandbox.faults.clear()
  },
}

export const slowGateway: Incident = {
  name: 'a gateway is slow',
  alerts: {
    async AprilSlow(site) {
      // The calls are slow, too, so the gateway is the cause.
      const slow = /^april_gateway_call_duration_seconds_bucket\{le="1",/
      const all = /^april_gateway_call_duration_seconds_count/
      expect(await site.metric(slow)).toBeLessThan(await site.metric(all))
      expect(site.complaints()).toEqual([])
    },
  },
  // A block that timed out is a call without a response.
  besides: ['AprilGatewayFailing'],
  async breaks(site) {
    const shoppers = await Promise.all(Array.from({ length: 6 }, () => slowShopper(site)))
    loops = shoppers.map((shopper) => site.keep(0, () => shopper().get('/coupons')))
  },
  async mends(site) {
    site.sandbox.faults.clear()
    for (const stop of loops) stop()
  },
}

export const stoppedGateway: Incident = {
  name: 'the identity gateway is stopped',
  alerts: {
    async AprilGatewayBreakerOpen(site, { labels }) {
      expect(labels.gateway).toBe('magnit-id')
      const { code, text } = await site.command('--doctor')
      expect(code).toBe(1)
      expect(text).toMatch(/✗ MAGNIT_ID_GATEWAY_URL/)
      // No session ends, and each screen has the data of the other gateway.
      expect(site.complaints()).toEqual([])
    },
    async AprilCodesNotSent(site) {
      const page = await site.stranger().get('/')
      expect(page.status).toBe(200)
      expect(site.complaints()).toEqual([])
    },
    async AprilRefreshFailing(site) {
      expect(await site.metric(/^april_token_refreshes_total\{outcome="failed"/)).toBeGreaterThan(0)
      expect(site.complaints()).toEqual([])
    },
  },
  besides: ['AprilGatewayFailing'],
  async breaks(site) {
    site.sandbox.state.settings.accessTokenLifeSeconds = 1
    const shopper = await site.shopper()
    newcomersAsk(site)
    site.keep(200, () => shopper().get('/coupons'))
    await site.identity.stop()
  },
  async mends(site) {
    await site.identity.open()
  },
}

export const expiredCertificate: Incident = {
  name: 'the certificate of the identity gateway expires',
  async settings(site) {
    front = await startTlsFront(site.identity.url, ['localhost'])
    return {
      MAGNIT_ID_GATEWAY_URL: `https://localhost:${front.port}/magnit-id`,
      NODE_EXTRA_CA_CERTS: front.authority,
    }
  },
  alerts: {
    async AprilGatewayBreakerOpen(site) {
      const { code, text } = await site.command('--doctor')
      expect(code).toBe(1)
      expect(text).toMatch(/certificate/i)
    },
    async AprilCodesNotSent(site) {
      expect(site.complaints()).toEqual([])
    },
  },
  besides: ['AprilGatewayFailing', 'AprilRefreshFailing'],
  async breaks(site) {
    newcomersAsk(site)
    front.expire()
  },
  async mends() {
    front.renew()
  },
}
