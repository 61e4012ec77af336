import { expect, test } from 'vitest'

import { parseStoreSearch, storesPath } from './stores.server'

const parse = (search: string) => parseStoreSearch(new URLSearchParams(search))
const nothing = { term: '', type: null, openNow: false, near: null, page: 1 }

test.each([
  '',
  'type=STORE_TYPE_CASTLE',
  'open=yes',
  'lat=55.7',
  'lat=&lon=',
  'lat=91&lon=10',
  'lat=10&lon=181',
  'lat=north&lon=east',
  'lat=NaN&lon=1',
  'page=-4',
])('ignores the invalid search %j', (search) => {
  expect(parse(search)).toEqual(nothing)
})

test('reads term, type, hours and page', () => {
  expect(parse('q=+Мира++5&type=STORE_TYPE_GM&open=1&page=2')).toEqual({
    term: 'Мира 5',
    type: 'STORE_TYPE_GM',
    openNow: true,
    near: null,
    page: 2,
  })
})

test('rounds a location to three decimal places', () => {
  expect(parse('lat=55.755826&lon=37.617300').near).toEqual({ latitude: 55.756, longitude: 37.617 })
})

test('builds a URL that parses into the same search', () => {
  const search = parse('q=Мира&type=STORE_TYPE_GM&open=1&page=3')
  const path = storesPath(search, '/search?q=сыр')
  expect(parse(path.split('?')[1] ?? '')).toEqual(search)
  expect(new URLSearchParams(path.split('?')[1]).get('returnTo')).toBe('/search?q=сыр')
  expect(storesPath(parse(''), null)).toBe('/stores?q=')
})
