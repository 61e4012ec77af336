import { expect, test } from 'vitest'

import { stores } from '../../../sandbox/data/stores'
import { store } from './stores.server'

test('of a store only what a screen shows is required', () => {
  // Section 3 has `isFavorite` too: a public answer, kept for all, can know of no favourite.
  expect(stores[0]).not.toHaveProperty('isFavorite')
  expect(store.safeParse(stores[0]).success).toBe(true)
})
