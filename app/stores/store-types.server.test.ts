import { expect, test } from 'vitest'

import { storeName } from './store-types.server'

test.each([
  ['Магнит у дома', 'Магнит у дома'],
  ['  Магнит  ', 'Магнит'],
  [' ', 'Магазин'],
  ['', 'Магазин'],
  [undefined, 'Магазин'],
])("shows a store with the gateway's name %j as «%s»", (name, called) => {
  expect(storeName({ name, storeType: 'of an odd kind' })).toBe(called)
})
