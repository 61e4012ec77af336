import { expect, test } from 'vitest'

import { storeName } from './store-types.server'

test.each([
  ['Магнит у дома', 'Магнит у дома'],
  ['  Магнит  ', 'Магнит'],
  [' ', 'Магазин'],
  ['', 'Магазин'],
  [undefined, 'Магазин'],
])('a store whose name is %j is called «%s»', (name, called) => {
  expect(storeName({ name, storeType: 'of no known kind' })).toBe(called)
})
