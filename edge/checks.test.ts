import { describe, expect, test } from 'vitest'

import { mendAddress } from './checks'

describe('an address that a messenger or SMS has spoilt redirects to the intended page', () => {
  test.each([
    ['/coupons.', '/coupons'],
    ['/coupons)', '/coupons'],
    ['/cookie-policy:', '/cookie-policy'],
    ['/coupons/F2:', '/coupons/F2'],
    ['/coupons/F2%5D', '/coupons/F2'],
    ['/coupons%C2%BB', '/coupons'],
    ['/coupons%E2%80%A6', '/coupons'],
    ['/coupons%20', '/coupons'],
    ['/coupons%F0%9F%91%8D', '/coupons'],
    ['/coupons%E2%80%8B', '/coupons'],
    ['/cou%C2%ADpons', '/coupons'],
    ['//coupons', '/coupons'],
    ['/actions//coupons', '/actions/coupons'],
    ['/coupons&utm_source=sms', '/coupons?utm_source=sms'],
    ['/coupons&utm_campaign=%D0%B0%20b', '/coupons?utm_campaign=%D0%B0%20b'],
    ['/coupons.?tab=mine', '/coupons?tab=mine'],
    ['/coupons&utm_source=sms?tab=mine', '/coupons?utm_source=sms&tab=mine'],
    ['//evil.example/', '/evil.example/'],
  ])('%s → %s', (asked, meant) => {
    expect(mendAddress(asked)).toBe(meant)
  })
})

test.each([
  '/',
  '/coupons',
  '/coupons/',
  '/coupons?q=a.',
  '/product/12-moloko-2-5',
  '/product/%d1%81~moloko',
  '/.well-known/security.txt',
  '/coupons.data?page=2',
  '/coupons/%20',
  '/coupons/a%3Fb=c',
  '/login/%2e',
  '/login/..',
  '/%E0%A4%A',
  `/${'a'.repeat(400)}.`,
])('does not change the address %s', (url) => {
  expect(mendAddress(url)).toBeNull()
})
