import fc from 'fast-check'
import { expect, test } from 'vitest'

import { hasAllTerms, markTerms, termsOf } from './search-terms'

const isFound = (typed: string, ...texts: string[]) => hasAllTerms(texts, termsOf(typed))
const marked = (text: string, typed: string) =>
  markTerms(text, termsOf(typed))
    .map(({ text: piece, isHit }) => (isHit ? `[${piece}]` : piece))
    .join('')

test.each([
  ['МОЛОКО', 'Молоко 3,2 %'],
  ['зеленый чай', 'Чай Зелёный листовой'],
  ['е\u0308лка', 'Ёлка'],
  ['молока', 'Молоко топлёное'],
  ['шоколад', 'Мини-шоколад'],
  ['3,2', 'Молоко 3,2 %'],
  ['ленина 5', 'ул. Ленина, д. 5'],
])('«%s» finds «%s»', (typed, text) => {
  expect(isFound(typed, text)).toBe(true)
})

test.each([
  ['вино', 'Свинина'],
  ['молоко хлеб', 'Молоко'],
  ['хлеб', 'Хлев'],
  ['.*', 'Молоко'],
  ['чай', 'Ча'],
])('«%s» does not find «%s»', (typed, text) => {
  expect(termsOf(typed).length > 0 && isFound(typed, text)).toBe(false)
})

test('the text may stand in several texts of one operation', () => {
  expect(isFound('молоко ленина', 'Покупка', 'ул. Ленина, 5', 'Молоко 1 л')).toBe(true)
})

test('what was looked for stands out, in the letters of the text', () => {
  expect(marked('Зелёный чай, ЗЕЛЁНАЯ соль', 'зелен')).toBe('[Зелён]ый чай, [ЗЕЛЁН]АЯ соль')
  expect(marked('Молоко', 'молока')).toBe('[Молок]о')
  expect(marked('Хлеб', 'сыр')).toBe('Хлеб')
})

test('the pieces of any text is that text, whatever is looked for', () => {
  const texts = fc.string({ unit: 'binary', maxLength: 60 })
  fc.assert(
    fc.property(texts, texts, (text, typed) => {
      const pieces = markTerms(text, termsOf(typed))
      expect(pieces.map((piece) => piece.text).join('')).toBe(text.normalize())
    }),
  )
})
