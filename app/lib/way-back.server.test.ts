import { expect, test } from 'vitest'

import { ownReferrer, wayBack } from './way-back.server'

const catalogue = { to: '/catalog', label: 'Каталог' }
const category = { to: '/catalog/', label: 'Категория' }

const asked = (referrer?: string) =>
  new Request('https://shop.example/product/7-moloko', {
    headers: referrer === undefined ? {} : { Referer: referrer },
  })
const backFrom = (referrer?: string) => wayBack(asked(referrer), catalogue, category)

test('leads to the list that one comes from, as it was', () => {
  expect(backFrom('https://shop.example/catalog?sort=price&page=3')).toEqual({
    to: '/catalog?sort=price&page=3',
    label: 'Каталог',
  })
  expect(backFrom('https://shop.example/catalog/101-moloko?sale=1')).toEqual({
    to: '/catalog/101-moloko?sale=1',
    label: 'Категория',
  })
})

test.each([
  ['from nowhere', undefined],
  ['from another screen', 'https://shop.example/today'],
  ['from the screen itself, after one of its forms', 'https://shop.example/product/7-moloko'],
  ['from a screen whose name only begins alike', 'https://shop.example/catalogue?page=3'],
  ['from another site', 'https://other.example/catalog?page=3'],
  ['from the same host by another port', 'https://shop.example:444/catalog?page=3'],
  ['from what is no address', 'catalog?page=3'],
  ['from an address longer than links may be', `https://shop.example/catalog?q=${'x'.repeat(600)}`],
])('leads to where the screen belongs %s', (_, referrer) => {
  expect(backFrom(referrer)).toEqual(catalogue)
})

test('a list whose address would lead out of the site is not gone back to', () => {
  expect(wayBack(asked('https://shop.example//evil.example'), { to: '/', label: 'Всё' })).toEqual({
    to: '/',
    label: 'Всё',
  })
})

test('the page that a link was on is told with its query, when it is ours', () => {
  const page = 'https://shop.example/search?term=1'
  expect(ownReferrer(page, 'https://shop.example')?.search).toBe('?term=1')
  expect(ownReferrer(page, 'https://other.example')).toBeNull()
  expect(ownReferrer(undefined, 'https://shop.example')).toBeNull()
})
