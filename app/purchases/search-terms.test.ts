import { expect, test } from 'vitest'

import { hasAllTerms, termsOf } from './search-terms'

const isFound = (typed: string, ...texts: string[]) => hasAllTerms(texts, termsOf(typed))

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
