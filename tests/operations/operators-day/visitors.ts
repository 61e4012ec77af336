import { expect } from 'vitest'

import { signIn } from '../../support/visitor'
import type { Incident } from './site'

let nextPhone = 79094000000
const phone = () => String((nextPhone += 1))

let stopGuessing = () => {}

export const oneAddress: Incident = {
  name: 'all visitors count as one address',
  settings: { ADDRESS_LIMIT_FACTOR: '1' },
  alerts: {
    async AprilAddressLimits(site) {
      expect(site.log()).toContain('X-Forwarded-For is ignored')
      expect(await site.metric(/^april_limits_hit_total/)).toBeGreaterThan(0)
    },
  },
  besides: ['AprilErrors'],
  async breaks(site) {
    let address = 0
    // Each from another address.
    const from = () => ({ 'x-forwarded-for': `198.51.${(address += 1) >> 8}.${address & 255}` })
    site.keep(300, () =>
      Promise.all([1, 2, 3].map(() => site.stranger().post('/login', { phone: phone() }, from()))),
    )
  },
  async mends(site) {
    // The same visitors continue.
    await site.restart({ TRUST_PROXY: '1' })
  },
}

export const spentTexts: Incident = {
  name: 'the budget of SMS is spent',
  // A captcha would stop strangers before the budget is spent.
  settings: { TEXTS_PER_MINUTE: '4', CAPTCHA_PROVIDER: 'none' },
  alerts: {
    async AprilSmsBudget(site) {
      const page = await site.stranger().post('/login', { phone: phone() })
      expect(page.headers.get('Location') ?? (await page.text())).toMatch(/./)
      expect(site.complaints()).toEqual([])
    },
  },
  async breaks(site) {
    // Until the first of them is refused.
    const refused = /^april_limits_hit_total\{limit="(newDeviceT|t)extsInMinute"/
    for (let texts = 0; texts < 9 && (await site.metric(refused)) === 0; texts += 1)
      await site.stranger().post('/login', { phone: phone() })
  },
  async mends(site) {
    await site.restart({ TEXTS_PER_MINUTE: '300', CAPTCHA_PROVIDER: 'none' })
    const visitor = site.stranger()
    const response = await signIn(visitor, site.sandbox, phone())
    expect(response.headers.get('Location')).toBe('/today')
  },
}

export const guesses: Incident = {
  name: 'somebody guesses codes',
  alerts: {
    async AprilCodesFailing(site) {
      expect(await site.metric(/^april_codes_checked_total\{outcome="wrong"/)).toBeGreaterThan(0)
    },
  },
  async breaks(site) {
    stopGuessing = site.keep(300, async () => {
      const visitor = site.stranger()
      await visitor.post('/login', { phone: phone() })
      await visitor.post('/login/code', { code: '00000' })
    })
  },
  async mends() {
    // The balancer blocks the addresses of these visitors.
    stopGuessing()
  },
}
