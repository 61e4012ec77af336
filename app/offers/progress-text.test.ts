import { describe, expect, test } from 'vitest'

import { progressText, remainderText } from './progress-text'

/** Replaces every kind of space by a plain one. */
const plain = (text: string | null) => text?.replace(/\s/g, ' ') ?? null

describe('the progress of an offer', () => {
  test.each([
    [{ current: 120_000, target: 300_000, unit: 'RUB' }, '1 200 ₽ из 3 000 ₽', 'осталось 1 800 ₽'],
    [{ current: 3, target: 5, unit: 'PIECES' }, '3 из 5 штук', 'осталось 2 штуки'],
    [{ current: 4, target: 5, unit: 'PIECES' }, '4 из 5 штук', 'осталась 1 штука'],
    [{ current: 0, target: 1, unit: 'PIECES' }, '0 из 1 штуки', 'осталась 1 штука'],
    [{ current: 0, target: 21, unit: 'VISITS' }, '0 из 21 визита', 'остался 21 визит'],
    [{ current: 1, target: 4, unit: 'VISITS' }, '1 из 4 визитов', 'осталось 3 визита'],
    [{ current: 7, target: 7, unit: 'VISITS' }, '7 из 7 визитов', null],
    [{ current: 9, target: 7, unit: 'VISITS' }, '9 из 7 визитов', null],
  ] as const)('formats %j as text', (progress, text, remainder) => {
    expect(plain(progressText(progress))).toBe(text)
    expect(plain(remainderText(progress))).toBe(remainder)
  })

  test('keeps a count and its unit on one line', () => {
    const progress = { current: 3, target: 6, unit: 'VISITS' } as const
    expect(progressText(progress)).toBe('3 из 6\u00a0визитов')
    expect(remainderText(progress)).toBe('осталось 3\u00a0визита')
  })
})
