import { expect, test } from 'vitest'

import { ownReferrer, wayBack } from './way-back.server'

const catalogue = { to: '/catalog', label: 'Каталог' }
const category = { to: '/catalog/', label: 'Категория' }

const path = '/product/7-moloko'
const asked = (referrer?: string, at = path) =>
  new Request(`https://shop.example${at}`, {
    headers: referrer === undefined ? {} : { Referer: referrer },
  })
const backFrom = (referrer?: string, at = path) => wayBack(asked(referrer, at), catalogue, category)

test('leads back to the list with its query', () => {
  expect(backFrom('https://shop.example/catalog?sort=price&page=3')).toMatchObject({
    to: '/catalog?sort=price&page=3',
    label: 'Каталог',
  })
  expect(backFrom('https://shop.example/catalog/101-moloko?sale=1')).toMatchObject({
    to: '/catalog/101-moloko?sale=1',
    label: 'Категория',
  })
})

test('leads back to the same list after a form has returned to the screen', () => {
  const first = backFrom('https://shop.example/catalog/101-moloko?sale=1')
  expect(first.here).toBe(`${path}?from=%2Fcatalog%2F101-moloko%3Fsale%3D1`)
  expect(backFrom(`https://shop.example${path}`, first.here)).toEqual(first)
  expect(backFrom(`https://shop.example${first.here}`, first.here)).toEqual(first)
})

test('ignores a parameter `from` that is no list, and adds none for a list with a long address', () => {
  const home = { ...catalogue, here: path }
  expect(backFrom(undefined, `${path}?from=/profile`)).toEqual(home)
  expect(backFrom(undefined, `${path}?from=//evil.example/catalog`)).toEqual(home)
  expect(backFrom(undefined, `${path}?from=https://evil.example/catalog`)).toEqual(home)
  const long = `/catalog?q=${'x'.repeat(480)}`
  expect(backFrom(`https://shop.example${long}`)).toMatchObject({ to: long, here: path })
})

test.each([
  ['without a referrer', undefined],
  ['from another screen', 'https://shop.example/today'],
  ['from the screen itself, after one of its forms', 'https://shop.example/product/7-moloko'],
  ['from a screen with a common prefix', 'https://shop.example/catalogue?page=3'],
  ['from another site', 'https://other.example/catalog?page=3'],
  ['from another port of the same host', 'https://shop.example:444/catalog?page=3'],
  ['with an invalid referrer', 'catalog?page=3'],
  ['from a list with too long an address', `https://shop.example/catalog?q=${'x'.repeat(600)}`],
])('leads to the parent screen %s', (_, referrer) => {
  expect(backFrom(referrer)).toEqual({ ...catalogue, here: path })
})

test('leads to the parent screen from an address that a browser would read as another host', () => {
  const home = { to: '/', label: 'Всё' }
  expect(wayBack(asked('https://shop.example//evil.example'), home)).toMatchObject(home)
})

test('returns a referrer of this site with its query, and null for another site or none', () => {
  const page = 'https://shop.example/search?term=1'
  expect(ownReferrer(page, 'https://shop.example')?.search).toBe('?term=1')
  expect(ownReferrer(page, 'https://other.example')).toBeNull()
  expect(ownReferrer(undefined, 'https://shop.example')).toBeNull()
})
