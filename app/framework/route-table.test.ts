import { readFileSync } from 'node:fs'

import { matchRoutes } from '@remix-run/react'
import type { ServerBuild } from '@remix-run/node'
import type { RouteConfigEntry } from '@remix-run/route-config'
import { expect, test } from 'vitest'

import { changePlaces } from '../../scripts/change-places.mjs'
import { leanChanges } from '../../scripts/lean-framework'
import table from '../routes'
import { createRouteTable } from './route-table'

interface Route {
  id: string
  path?: string
  index?: boolean
  children?: Route[]
}

const idOf = ({ id, file }: RouteConfigEntry) => id ?? file.replace(/\.tsx?$/, '')

/** The table as the framework compares with it. */
const nested = (entries: RouteConfigEntry[]): Route[] =>
  entries.map((entry) => ({
    id: idOf(entry),
    ...(entry.path === undefined ? {} : { path: entry.path }),
    ...(entry.index ? { index: true } : entry.children && { children: nested(entry.children) }),
  }))

/** The table as the build holds it. */
const flat = (entries: RouteConfigEntry[], parentId = 'root'): [string, object][] =>
  entries.flatMap((entry) => {
    const { path, index } = entry
    const id = idOf(entry)
    return [[id, { id, parentId, path, index }], ...flat(entry.children ?? [], id)] as [
      string,
      object,
    ][]
  })

const routes = { root: { id: 'root', path: '' }, ...Object.fromEntries(flat(table)) }
const match = createRouteTable({ routes } as unknown as ServerBuild)
const frameworkRoutes = [{ id: 'root', path: '', children: nested(table) }] as never
const frameworkBranch = (path: string) =>
  matchRoutes(frameworkRoutes, path)?.map((each) => (each.route as unknown as Route).id)

/** Every address of the table, with each parameter filled in, and with none of the optional ones. */
const addresses = flat(table).flatMap(([, route]) => {
  const { path, index } = route as { path?: string; index?: boolean }
  if (index) return ['/']
  if (!path) return []
  return [`/${path}`, `/${path.replace(/\/:\w+\?/, '')}`].map((each) =>
    each.replace(/:\w+\??/g, '8812').replace('*', 'nowhere'),
  )
})

const tried = [
  ...new Set(addresses),
  '/Profile/Transactions/7/',
  '/%63oupons/7/activate',
  '/coupons/7/activate/8',
  '/coupons/activate',
  '/coupons/COUPONS',
  '/profile/cards/add',
  '/profile/survey',
  '/actions/offers/%2F',
  '/nowhere/at/all',
  '/%D1%8F',
]

test.each(tried)(
  '%s is answered by the routes that the framework takes, and by no others',
  (path) => {
    const branch = frameworkBranch(path)
    expect(branch).toBeTruthy()
    expect(match(path).routeId).toBe(branch?.at(-1))
    expect(Object.keys(match(path).build.routes)).toEqual(branch)
  },
)

test('the browser, whose matcher tries fewer, takes the same routes with the same parameters', async () => {
  const file = '@remix-run/router/dist/router.js'
  const published = readFileSync(`node_modules/${file}`, 'utf8')
  const changed = changePlaces(file, published, leanChanges[file] ?? [])
  const module = `data:text/javascript,${encodeURIComponent(changed)}`
  const browser = (await import(/* @vite-ignore */ module)) as { matchRoutes: typeof matchRoutes }
  for (const path of [...tried, '/', '//', '//qr', '/qr//', '/QR', '/:id', '/*', '/\u212aarta'])
    // Twice: the second time it knows the table.
    for (const each of [path, path])
      expect(browser.matchRoutes(frameworkRoutes, each), each).toEqual(
        matchRoutes(frameworkRoutes, each),
      )
})

test('data have the route of their page', () => {
  expect(match('/_root.data').routeId).toBe('welcome/landing.screen')
  expect(match('/coupons/8812.data?_routes=root').routeId).toBe('coupons/coupon.screen')
  expect(match('/login?returnTo=/qr').routeId).toBe('sign-in/login.screen')
})

test.each(['/%', '/%zz.data', '/'.repeat(2000), `/${'a'.repeat(2000)}`, `${'/a'.repeat(1000)}`])(
  'an address that no route can have is not found (%#)',
  (path) => expect(match(path).routeId).toMatch(/not-found|landing/),
)
