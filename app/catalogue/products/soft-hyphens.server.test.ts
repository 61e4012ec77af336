import { expect, test } from 'vitest'

import { withSoftHyphens } from './product-summary.server'

test.each([
  ['Молоко ультрапастеризованное 3,2%', 'Молоко ультра|пасте|ризо|ванное 3,2%'],
  ['Форель слабосолёная', 'Форель слабо|солёная'],
  ['Достопримечательность', 'Достопри|меча|тельность'],
  ['Молоко 950 мл', 'Молоко 950 мл'],
  ['Internationalization', 'Internationalization'],
])('breaks long words of «%s» after a syllable of four letters: %s', (name, expected) => {
  expect(withSoftHyphens(name).replaceAll('\u00ad', '|')).toBe(expected)
})
