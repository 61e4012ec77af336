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
  ['сыр', 'Cыр российский'],
  ['Coca-Cola', 'Напиток Соса-Соlа'],
])('finds the search terms «%s» in the text «%s»', (typed, text) => {
  expect(isFound(typed, text)).toBe(true)
})

test.each([
  ['вино', 'Свинина'],
  ['молоко хлеб', 'Молоко'],
  ['хлеб', 'Хлев'],
  ['.*', 'Молоко'],
  ['чай', 'Ча'],
])('does not find the search terms «%s» in the text «%s»', (typed, text) => {
  expect(termsOf(typed).length > 0 && isFound(typed, text)).toBe(false)
})

test('matches terms across several texts of one operation', () => {
  expect(isFound('молоко ленина', 'Покупка', 'ул. Ленина, 5', 'Молоко 1 л')).toBe(true)
})

test('marks matches without changing the case or the letters of the text', () => {
  expect(marked('Зелёный чай, ЗЕЛЁНАЯ соль', 'зелен')).toBe('[Зелён]ый чай, [ЗЕЛЁН]АЯ соль')
  expect(marked('Молоко', 'молока')).toBe('[Молок]о')
  expect(marked('Хлеб', 'сыр')).toBe('Хлеб')
})

test('splits any text into pieces that join to the same text', () => {
  const texts = fc.string({ unit: 'binary', maxLength: 60 })
  fc.assert(
    fc.property(texts, texts, (text, typed) => {
      const pieces = markTerms(text, termsOf(typed))
      expect(pieces.map((piece) => piece.text).join('')).toBe(text.normalize())
    }),
  )
})
