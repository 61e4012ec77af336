import type { RouteConfigEntry } from '@remix-run/route-config'
import { expect, test } from 'vitest'

import routes from '~/routes'

import { getSection, getTab } from './shell'

test.each([
  ['/today', 'today'],
  ['/search', 'today'],
  ['/deadlines', 'today'],
  ['/categories', 'today'],
  ['/catalog/101-moloko', 'today'],
  ['/product/1000012-moloko/reviews', 'today'],
  ['/stores/500768', 'today'],
  ['/actions/coupons/7', 'today'],
  ['/coupons/7', 'coupons'],
  ['/qr', 'qr'],
  ['/profile/cards/add', 'profile'],
  ['/', null],
  ['/couponsandmore', null],
  ['/constructor', null],
])('2.53: marks for the address %s the tab %s', (path, tab) => expect(getTab(path)).toBe(tab))

test('2.53: puts every screen with the tab bar into one of its tabs', () => {
  const layout = (routes as RouteConfigEntry[]).find(({ file }) => file === 'shell/app-layout.tsx')
  const paths = (layout?.children ?? []).map(({ path }) => `/${path}`)
  expect(paths.length).toBeGreaterThan(20)
  expect(paths.filter((path) => getTab(path) === null)).toEqual([])
})

test.each([
  ['/catalog', '/catalog'],
  ['/search', '/catalog'],
  ['/product/1000012-moloko/reviews', '/catalog'],
  ['/actions/coupons/7', '/actions'],
  ['/stores/500768', '/stores'],
  ['/today', null],
  ['/storesandmore', null],
])('at %s marks the section %s of the navigation rail', (path, section) =>
  expect(getSection(path)).toBe(section),
)
