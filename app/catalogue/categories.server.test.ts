import { expect, test } from 'vitest'

import { categoryLink, suggestionsFor } from './categories.server'
import type { Category } from '~/gateways/schemas/catalogue.server'

const leaf = (id: number, name: string): Category => ({ id, name, children: [] })
const tree: Category[] = [
  {
    id: 100,
    name: 'Молочные продукты',
    children: [leaf(101, 'Молоко и сливки'), leaf(102, 'Сыры')],
  },
  { id: 200, name: 'Рыба', children: [leaf(201, 'Рыба свежая')] },
]

test.each([
  ['молоко', ['Молоко и сливки']],
  ['МОЛОКО сливки', ['Молоко и сливки']],
  ['сыр', ['Сыры']],
  ['рыбу', ['Рыба', 'Рыба свежая']],
  ['рыба свежая', ['Рыба свежая', 'Рыба']],
  ['ивки', []],
  ['ё', []],
  ['<script>', []],
])('suggests for %j the categories %j', (term, labels) => {
  expect(suggestionsFor(tree, term, false).links.map(({ label }) => label)).toEqual(labels)
})

test.each([
  [leaf(101, 'Молоко и сливки'), '/catalog/101-moloko-i-slivki', 'Молоко и сливки'],
  [leaf(101, ' \n'), '/catalog/101', 'Категория'],
])('links the category %j by %s with the text «%s»', (category, to, label) => {
  expect(categoryLink(category)).toEqual({ to, label })
})

test('suggests eight categories for a term at most, and sixteen departments without one', () => {
  const many = Array.from({ length: 20 }, (_, number) => leaf(number + 1, `Сыр ${number}`))
  expect(['сыр', ''].map((term) => suggestionsFor(many, term, false).links.length)).toEqual([8, 16])
})
