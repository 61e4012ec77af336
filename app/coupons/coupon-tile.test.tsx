import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import { CouponTile } from './coupon-tile'

const coupon = {
  id: '1',
  isSoon: false,
  title: 'Скидка на сыры',
  discount: '−20 %',
  picture: null,
  expiry: 'ещё 2 дня',
} as const
const tile = (shown: ComponentProps<typeof CouponTile>['coupon']) =>
  renderToStaticMarkup(<CouponTile coupon={shown} returnTo="/coupons" />)

test('shows the term of a coupon, in amber when it ends soon', () => {
  const html = (isSoon: boolean) => tile({ ...coupon, state: null, isSoon })
  expect(html(false)).toContain(`${coupon.expiry}</p>`)
  expect(html(true)).toMatch(new RegExp(`<span class="[^"]*warning[^"]*">${coupon.expiry}</span>`))
})

test.each(['USED', 'EXPIRED'] as const)('shows no days left in the state %s', (state) => {
  expect(tile({ ...coupon, state })).not.toContain(coupon.expiry)
})
