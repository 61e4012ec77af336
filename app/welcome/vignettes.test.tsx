import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import { ReceiptsVignette, PointsVignette } from './vignettes'

test('ends every price in the welcome drawings with a thin space and the rouble sign, and promises the points of the programme', () => {
  const drawn = renderToStaticMarkup(
    <>
      <PointsVignette />
      <ReceiptsVignette />
    </>,
  )
  expect(drawn.match(/₽/g)).toHaveLength(5)
  expect(drawn.match(/\d\u2009₽/g)).toHaveLength(5)
  // One star for each hundred roubles: 1245, 1240 and 486 roubles.
  expect(drawn.match(/\d{1,3} звёзд|\d{1,3} звезды/g)).toEqual(['12 звёзд', '12 звёзд', '4 звезды'])
})
