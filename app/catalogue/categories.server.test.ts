import { expect, test } from 'vitest'

import { categoriesFor, categoryLink, categoryPath, wayTo } from './categories.server'
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
  [100, [100]],
  [102, [100, 102]],
  [201, [200, 201]],
  [999, null],
])('finds the path to the category %s in the tree: %j', (id, way) => {
  expect(wayTo(tree, id)?.map((category) => category.id) ?? null).toEqual(way)
})

test.each([
  ['молоко', [101]],
  ['МОЛОКО сливки', [101]],
  ['сыр', [102]],
  ['рыбу', [200, 201]],
  ['ивки', []],
  ['ё', []],
  ['<script>', []],
  ['', []],
])('suggests for %j the categories %j', (term, ids) => {
  expect(categoriesFor(tree, term, 8).map(({ id }) => id)).toEqual(ids)
})

test('makes a category’s address from its id and its transliterated name when it has no code', () => {
  expect(categoryPath(leaf(101, 'Молоко и сливки'))).toBe('/catalog/101-moloko-i-slivki')
})

test('gives a category with a blank name a link with text', () => {
  expect(categoryLink(leaf(101, ' \n'))).toEqual({ to: '/catalog/101', label: 'Категория' })
})
