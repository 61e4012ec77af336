import { matchRoutes } from '@remix-run/react'
import type { ServerBuild } from '@remix-run/node'
import type { RouteConfigEntry } from '@remix-run/route-config'
import { expect, test } from 'vitest'

import table from '../routes'
import { createApplication } from './application.server'

interface Route {
  id: string
  path?: string
  index?: boolean
  children?: Route[]
}

const getId = ({ id, file }: RouteConfigEntry) => id ?? file.replace(/\.tsx?$/, '')

/** The nested table for the framework's matcher. */
const nested = (entries: RouteConfigEntry[]): Route[] =>
  entries.map((entry) => ({
    id: getId(entry),
    ...(entry.path === undefined ? {} : { path: entry.path }),
    ...(entry.index ? { index: true } : entry.children && { children: nested(entry.children) }),
  }))

/** The flat table, as in the build. */
const flat = (entries: RouteConfigEntry[], parentId = 'root'): [string, object][] =>
  entries.flatMap((entry) => {
    const { path, index } = entry
    const id = getId(entry)
    return [[id, { id, parentId, path, index, module: {} }], ...flat(entry.children ?? [], id)] as [
      string,
      object,
    ][]
  })

const routes = { root: { id: 'root', path: '', module: {} }, ...Object.fromEntries(flat(table)) }
const build = { routes, assets: { version: 'test' } } as unknown as ServerBuild
const { routeOf } = createApplication(build, async () => undefined)
const frameworkRoutes = [{ id: 'root', path: '', children: nested(table) }] as never
const frameworkBranch = (path: string) =>
  matchRoutes(frameworkRoutes, path)?.map((each) => (each.route as unknown as Route).id)

/** Every address of the table: with each parameter, and without optional ones. */
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

test.each(tried)('finds for the path %s the same route as Remix', (path) => {
  const branch = frameworkBranch(path)
  expect(branch).toBeTruthy()
  expect(routeOf(path)).toBe(branch?.at(-1))
})

test('finds the route of the page for the address of a data request', () => {
  expect(routeOf('/_root.data')).toBe('welcome/landing.screen')
  expect(routeOf('/coupons/8812.data?_routes=root')).toBe('coupons/coupon.screen')
  expect(routeOf('/login?returnTo=/qr')).toBe('sign-in/login.screen')
})

test.each(['/'.repeat(2000), `/${'a'.repeat(2000)}`, `${'/a'.repeat(1000)}`])(
  'finds no route for an invalid address (%#)',
  (path) => expect(routeOf(path)).toMatch(/not-found|landing/),
)
