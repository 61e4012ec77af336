import { expect, test } from 'vitest'

import {
  accountsWithCaptchas,
  accountsWithoutCaptcha,
  captchasPerAccount,
  chanceForPhone,
} from '../../scripts/limits-doc'

test.each([1000, 1_000_000])(
  'a shop of %i sign-ins a day loses at most three accounts a month without captchas',
  (size) => {
    const accounts = (networks: number, kind: 'IPv4 addresses' | '/48 of IPv6') =>
      accountsWithoutCaptcha({ networks, kind }, size)
    expect(accounts(10_000, 'IPv4 addresses')).toBeLessThanOrEqual(3)
    expect(accounts(1000, '/48 of IPv6')).toBeLessThanOrEqual(3)
    // One in a hundred years by one address.
    expect(accounts(1, 'IPv4 addresses') * 12 * 100).toBeLessThanOrEqual(1)
  },
)

test('one account costs at least 20,000 captchas, and a chosen phone stays shut for centuries', () => {
  expect(captchasPerAccount).toBeGreaterThanOrEqual(20_000)
  expect(chanceForPhone()).toBeLessThan(0.005)
  expect(accountsWithCaptchas(1_000_000)).toBeGreaterThan(accountsWithCaptchas(1000))
})
