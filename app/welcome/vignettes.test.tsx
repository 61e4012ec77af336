import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import { ReceiptsVignette, StarsVignette } from './vignettes'

test('ends every price in the welcome drawings with a thin space and the rouble sign', () => {
  const drawn = renderToStaticMarkup(
    <>
      <StarsVignette />
      <ReceiptsVignette />
    </>,
  )
  expect(drawn.match(/₽/g)).toHaveLength(5)
  expect(drawn.match(/\d\u2009₽/g)).toHaveLength(5)
})
