import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import { LastPoints } from './last-points'
import { Points } from './points'

test.each([
  [1, '1 звезда'],
  [22, '22 звезды'],
  [1204, '1204 звезды'],
  [11, '11 звёзд'],
  [-1204, '\u22121204 звезды'],
])('reads %d as «%s» to screen readers', (amount, expected) => {
  expect(renderToStaticMarkup(<Points amount={amount} />)).toContain(
    `<span class="visually-hidden">${expected}</span>`,
  )
})

test('shows a balance of zero as a balance, not as the last one', () => {
  const last = { points: 48, at: '2026-03-14T09:40:00.000Z' }
  const html = renderToStaticMarkup(<LastPoints amount={0} last={last} />)
  expect(html).toContain('0 звёзд')
  expect(html).not.toContain('48')
})
