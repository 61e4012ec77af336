import { expect, test } from 'vitest'

import { bytesOfText, cacheUse, createByteCache } from './byte-cache.server'

const getUse = (name: string) => cacheUse().find(({ cache }) => cache === name)

test('counts two bytes a letter for a text that is not Latin', () => {
  expect([bytesOfText('milk'), bytesOfText('молоко'), bytesOfText('milk, молоко')]).toEqual([
    4, 12, 24,
  ])
})

test('stays within its budget and evicts the least recently used entry', () => {
  const cache = createByteCache<string>('store of this test', {
    megabytes: 0.1,
    bytesOf: bytesOfText,
  })
  cache.set('stored', 'x')
  for (let each = 0; each < 500; each += 1) {
    cache.set(`other ${each}`, 'я'.repeat(500))
    cache.get('stored')
  }
  expect(getUse('store of this test')?.bytes).toBeGreaterThan(90_000)
  expect(getUse('store of this test')?.bytes).toBeLessThanOrEqual(100_000)
  expect([cache.has('stored'), cache.has('other 0'), cache.has('other 499')]).toEqual([
    true,
    false,
    true,
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
