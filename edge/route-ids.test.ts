import { matchRoutes } from '@remix-run/react'
import type { ServerBuild } from '@remix-run/node'
import type { RouteConfigEntry } from '@remix-run/route-config'
import { expect, test } from 'vitest'

import table from '../app/routes'
import { createRouteIds } from './route-ids'

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
const routeId = createRouteIds({ routes } as unknown as Pick<ServerBuild, 'routes'>)
const frameworkId = (path: string) =>
  matchRoutes([{ id: 'root', path: '', children: nested(table) }] as never, path)?.at(-1)?.route.id

/** Every address of the table, with each parameter filled in, and with none of the optional ones. */
const addresses = flat(table).flatMap(([, route]) => {
  const { path, index } = route as { path?: string; index?: boolean }
  if (index) return ['/']
  if (!path) return []
  return [`/${path}`, `/${path.replace(/\/:\w+\?/, '')}`].map((each) =>
    each.replace(/:\w+\??/g, '8812').replace('*', 'nowhere'),
  )
})

test.each([
  ...new Set(addresses),
  '/Profile/Transactions/7/',
  '/%63oupons/7/activate',
  '/coupons/7/activate/8',
  '/coupons/activate',
  '/actions/offers/%2F',
  '/nowhere/at/all',
  '/LOGIN',
  '/login/',
  '/%6cogin',
  '/login%2F',
  '/PUSH/Messages/',
  '/push%2Fmessages',
  '/csp%2Dreports',
  '/csp-reports%2F',
  '/events/%20',
  '/%D1%8F',
])('%s is answered by the route that the framework takes', (path) => {
  expect(frameworkId(path)).toBeTruthy()
  expect(routeId(path)).toBe(frameworkId(path))
})

test('data have the id of their page', () => {
  expect(routeId('/_root.data')).toBe('welcome/landing.screen')
  expect(routeId('/coupons/8812.data?_routes=root')).toBe('coupons/coupon.screen')
  expect(routeId('/login?returnTo=/qr')).toBe('sign-in/login.screen')
})
