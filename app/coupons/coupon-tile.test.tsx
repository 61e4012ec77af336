import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import { CouponTile } from './coupon-tile'

const coupon = {
  to: '/coupons/1',
  title: 'Скидка на сыры',
  discount: '−20 %',
  category: 'Сыры',
  picture: null,
  expiry: 'ещё 2 дня',
  activated: null,
} as const

test.each([
  ['AVAILABLE', null, 'Сыры · ещё 2 дня'],
  ['ACTIVATED', 'Активирован в 18:04', 'Сыры · Активирован в 18:04 · ещё 2 дня'],
] as const)('shows the term of a coupon in the state %s', (state, activated, facts) => {
  const html = renderToStaticMarkup(<CouponTile {...coupon} {...{ state, activated }} />)
  // The dot between two facts never begins a line.
  expect(html.replaceAll('\u00a0·', ' ·')).toContain(facts)
})

test.each(['USED', 'EXPIRED'] as const)('shows no days left in the state %s', (state) => {
  const html = renderToStaticMarkup(<CouponTile {...coupon} state={state} />)
  expect(html).not.toContain(coupon.expiry)
})
