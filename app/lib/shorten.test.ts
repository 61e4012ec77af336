import { expect, test } from 'vitest'

import { shorten } from './shorten'

test('keeps a text that fits, without spaces around it', () => {
  expect(shorten(' Сыры ', 4)).toBe('Сыры')
  expect(shorten('', 4)).toBe('')
  expect(shorten('🧀🧀🧀', 3)).toBe('🧀🧀🧀')
})

test('cuts a longer text between characters and adds an ellipsis', () => {
  expect(shorten('Сыры и масло', 4)).toBe('Сыры…')
  expect(shorten('🧀🧀🧀', 2)).toBe('🧀🧀…')
})
