import { expect, test } from 'vitest'

import { getNetworks } from './address-quotas.server'
import { createLimits } from './limits.server'

const limits = () =>
  createLimits({
    table: {
      texts: { points: 10, seconds: 3600, byAddress: { widest: 48 } },
      own: { points: 2, seconds: 60 },
    },
    redis: null,
    secret: 's',
    addressFactor: 1,
  })

test('counts an IPv4 address by itself, and an IPv6 /64 also towards its /56 and its /48', () => {
  expect(getNetworks('203.0.113.7')).toEqual([{ network: '203.0.113.7', share: 1 }])
  expect(getNetworks('2001:db8:1:2fff::/64')).toEqual([
    { network: '2001:db8:1:2fff::/64', share: 1 },
    { network: '2001:db8:1:2f00::/56', share: 2 },
    { network: '2001:db8:1::/48', share: 4 },
  ])
  expect(getNetworks('2001:db8:1:2fff::/64', 32).slice(3)).toEqual([
    { network: '2001:db8::/40', share: 16 },
    { network: '2001:db8::/32', share: 64 },
  ])
})

test.each([
  ['/56', 'twice', 1, 20],
  ['/48', 'four times', 256, 40],
])('limits a visitor who moves within a %s to %s the limit of one address', async (...row) => {
  const [, , step, most] = row
  const { consume, getRefusal } = limits()
  const take = (prefix: string, network: number) =>
    consume(['texts', `2001:db8:${prefix}:${(network * step).toString(16)}::/64`])
  for (let network = 0; network < most - 5; network++) await take('2', network)
  expect(await getRefusal('texts', '2001:db8:2:ff::/64')).toBeNull()
  let taken = 0
  for (let network = 0; network < 200; network++) if (!(await take('1', network)).isOver) taken += 1
  expect(taken).toBe(most)
})

test('refuses an address whose own limit is over, whatever its wider networks have left', async () => {
  const { consume, getRefusal } = limits()
  const address = '2001:db8:9:1::/64'
  for (let round = 0; round < 11; round++) await consume(['texts', address])
  expect(await getRefusal('texts', address)).not.toBeNull()
})

test('returns refused and rewarded points to every network of the address', async () => {
  const { consume } = limits()
  for (let round = 0; round < 60; round++) {
    const given = await consume(['texts', '2001:db8:1:1::/64'])
    if (!given.isOver) await given.reward()
  }
  // The second network refuses the point, so the first network has lost none.
  for (let round = 0; round < 60; round++)
    await consume(['texts', '2001:db8:1:2::/64'], ['own', 'a shopper'])
  const last = await consume(['texts', '2001:db8:1:3::/64'])
  expect(last.isOver).toBe(false)
  expect(!last.isOver && last.left('texts')).toBe(9)
})
