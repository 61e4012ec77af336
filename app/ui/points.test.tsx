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
  const html = renderToStaticMarkup(<LastPoints amount={0} isOld={false} last={last} />)
  expect(html).toContain('0 звёзд')
  expect(html).not.toContain('48')
})

test.each([
  [120, 'Так было 12 марта 2020'],
  [130, 'Баланс мог измениться: новых данных пока нет'],
])('3.11: says of the %i points that a gateway has stored: %s', (amount, note) => {
  const last = { points: 120, at: '2020-03-12T09:00:00Z' }
  const html = renderToStaticMarkup(<LastPoints isOld amount={amount} last={last} />)
  expect(html).toContain(`${amount}<`)
  expect(html).toContain(note)
})
