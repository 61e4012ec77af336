import { expect, test } from 'vitest'

import { requireValid } from './not-found.server'

const request = new Request('https://shop.example/product/milk?from=search')

test('a failed validity check is a 404 that names the path and nothing else', () => {
  try {
    requireValid(request, false)
    expect.unreachable()
  } catch (error) {
    expect(error).toMatchObject({ data: 'Page Not Found: /product/milk', init: { status: 404 } })
  }
})

test('a passed one lets go on', () => {
  expect(() => requireValid(request, true)).not.toThrow()
})
