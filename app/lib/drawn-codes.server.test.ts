import { expect, test } from 'vitest'

import { code128Svg, drawnCode128, drawnQr, qrSvg } from './drawn-codes.server'

test('returns for each value the same drawing as qrSvg and code128Svg', () => {
  const values = ['H100T200', 'H100T201', 'H100T200']
  expect(values.map(drawnQr)).toEqual(values.map(qrSvg))
  expect(values.map(drawnCode128)).toEqual(values.map(code128Svg))
})
