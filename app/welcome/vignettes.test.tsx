import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import { ReceiptsVignette, StarsVignette } from './vignettes'

test('every sum of the drawings ends in a thin space and the rouble sign', () => {
  const drawn = renderToStaticMarkup(
    <>
      <StarsVignette />
      <ReceiptsVignette />
    </>,
  )
  expect(drawn.match(/₽/g)).toHaveLength(5)
  expect(drawn.match(/\d\u2009₽/g)).toHaveLength(5)
})
