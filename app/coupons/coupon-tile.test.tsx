import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import { CouponTile } from './coupon-tile'

const coupon = {
  id: '1',
  returnTo: '/coupons',
  formId: 'x',
  isSoon: false,
  to: '/coupons/1',
  title: 'Скидка на сыры',
  discount: '−20 %',
  picture: null,
  expiry: 'ещё 2 дня',
} as const

test('shows the term of a coupon, in amber when it ends soon', () => {
  const html = (isSoon: boolean) =>
    renderToStaticMarkup(<CouponTile {...coupon} state={null} isSoon={isSoon} />)
  expect(html(false)).toContain(`${coupon.expiry}</p>`)
  expect(html(true)).toMatch(new RegExp(`<span class="[^"]*warning[^"]*">${coupon.expiry}</span>`))
})

test.each(['USED', 'EXPIRED'] as const)('shows no days left in the state %s', (state) => {
  const html = renderToStaticMarkup(<CouponTile {...coupon} state={state} />)
  expect(html).not.toContain(coupon.expiry)
})
