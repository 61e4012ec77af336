import { describe, expect, test, vi } from 'vitest'

import { cutText, shorten } from './shorten'

test('keeps a text that fits, without spaces around it', () => {
  expect(shorten(' Сыры ', 4)).toBe('Сыры')
  expect(shorten('', 4)).toBe('')
  expect(shorten('🧀🧀🧀', 3)).toBe('🧀🧀🧀')
})

test('cuts a longer text between characters and adds an ellipsis', () => {
  expect(shorten('Сыры и масло', 4)).toBe('Сыры…')
  expect(shorten('Сыры и масло', 5)).toBe('Сыры…')
  expect(shorten('🧀🧀🧀', 2)).toBe('🧀🧀…')
})

describe('a cut', () => {
  test.each([
    ['a flag', '🇷🇺🇷🇺', 3, '🇷🇺'],
    ['a flag of a region', 'а🏴󠁧󠁢󠁥󠁮󠁧󠁿', 4, 'а'],
    ['a family', 'а👨‍👩‍👧‍👦', 5, 'а'],
    ['a skin tone', 'а👋🏽', 2, 'а'],
    ['a keycap', 'а1️⃣', 2, 'а'],
    ['a decomposed й', 'маи\u0306', 3, 'ма'],
    ['an emoji', `${'а'.repeat(3)}🌊`, 3, 'ааа'],
    ['a blank before the cut letter', 'Причал море 🌊🌊', 12, 'Причал море'],
    ['a family that fits', '👨‍👩‍👧‍👦а', 7, '👨‍👩‍👧‍👦'],
  ])('never splits %s', (_kind, text, most, cut) => {
    expect(cutText(text, most)).toBe(cut)
  })
})

test('cuts between code points without Intl.Segmenter', () => {
  vi.stubGlobal('Intl', {})
  expect(cutText('аб🌊🌊', 3)).toBe('аб🌊')
  vi.unstubAllGlobals()
})

test('reads no more of an endless text than the limit', () => {
  const started = performance.now()
  expect(cutText('🧀'.repeat(2_000_000), 100)).toBe('🧀'.repeat(100))
  expect(performance.now() - started).toBeLessThan(500)
})
