import { describe, expect, test } from 'vitest'

import { cpuTimeOf } from '../../tests/support/cpu-time'
import { withSoftHyphens } from './soft-hyphens.server'

const shown = (name: string) => withSoftHyphens(name).replaceAll('\u00ad', '|')

describe('places where a long word may break', () => {
  test('are those of Russian syllables', () => {
    expect(shown('Молоко ультрапастеризованное 3,2%')).toBe(
      'Молоко ультра|па|сте|ри|зо|ванное 3,2%',
    )
    expect(shown('Форель слабосолёная')).toBe('Форель слабо|со|лёная')
  })

  test('leave four letters at least on either line', () => {
    const pieces = shown('ультрапастеризованное достопримечательность Электроинструменты')
    for (const word of pieces.split(' ')) {
      const parts = word.split('|')
      expect(parts.length).toBeGreaterThan(1)
      expect(parts[0]!.length).toBeGreaterThanOrEqual(4)
      expect(parts.at(-1)!.length).toBeGreaterThanOrEqual(4)
    }
  })

  test('are not made in short words, figures, other alphabets and codes', () => {
    for (const name of ['Молоко 950 мл', 'Internationalization', '4606272031234', ''])
      expect(withSoftHyphens(name)).toBe(name)
  })

  test('cost next to nothing for a page of goods', () => {
    const names = Array.from({ length: 50 }, (_, at) => `Молоко ультрапастеризованное № ${at}`)
    for (const name of names) withSoftHyphens(name)
    const cost = cpuTimeOf(() => {
      for (let each = 0; each < 100; each += 1) for (const name of names) withSoftHyphens(name)
    })
    // Five thousand names: some 2 ms here.
    expect(cost).toBeLessThan(100)
  })
})
