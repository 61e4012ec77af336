import { expect, test } from 'vitest'

import { notFound } from './not-found.server'

test('a failed validity check is a 404 that names the path and nothing else', () => {
  const request = new Request('https://shop.example/product/milk?from=search')
  expect(notFound(request)).toMatchObject({
    data: 'Page Not Found: /product/milk',
    init: { status: 404 },
  })
})
