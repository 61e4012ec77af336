import { expect, test } from 'vitest'

import { bytesOfText, createByteCache } from './byte-cache.server'

test('counts two bytes a letter for a text that is not Latin', () => {
  expect([bytesOfText('milk'), bytesOfText('молоко'), bytesOfText('milk, молоко')]).toEqual([
    4, 12, 24,
  ])
})

test('does not store an entry that takes most of the budget', () => {
  const cache = createByteCache<string>('store of huge things', {
    megabytes: 0.1,
    bytesOf: bytesOfText,
  })
  cache.set('small', 'x')
  cache.set('huge', 'x'.repeat(50_000))
  expect([cache.has('small'), cache.has('huge')]).toEqual([true, false])
})
