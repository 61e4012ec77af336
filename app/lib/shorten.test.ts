import { expect, test } from 'vitest'

import { shorten } from './shorten'

test('what fits is left whole, but for spaces around it', () => {
  expect(shorten(' Сыры ', 4)).toBe('Сыры')
  expect(shorten('', 4)).toBe('')
  expect(shorten('🧀🧀🧀', 3)).toBe('🧀🧀🧀')
})

test('what does not is cut between letters, and says so', () => {
  expect(shorten('Сыры и масло', 4)).toBe('Сыры…')
  expect(shorten('🧀🧀🧀', 2)).toBe('🧀🧀…')
})
