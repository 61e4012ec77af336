import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

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
