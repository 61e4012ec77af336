import { expect, test } from 'vitest'

import { storeName } from './store-types.server'

test.each([
  ['Магнит у дома', 'Магнит у дома'],
  ['  Магнит  ', 'Магнит'],
  [' ', 'Магазин'],
  ['', 'Магазин'],
  [undefined, 'Магазин'],
])('names a store %j «%s»', (name, called) => {
  expect(storeName({ name, storeType: 'of an odd kind' })).toBe(called)
})
