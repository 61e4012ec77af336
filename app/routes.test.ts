import { expect, test } from 'vitest'
import type { RouteConfigEntry } from '@remix-run/route-config'

import type { User } from '../sandbox/user'
import { places, type Place } from '../tests/support/places'
import { testContext, troubles, type Handler, type Trouble } from '../tests/support/test-context'
import routes from './routes'

const { sandbox, visitor, shopper, spoil, later, forget } = testContext()
interface Module {
  loader?: Handler
  action?: Handler
}

interface Route {
  path: string
  place: Place
  module: Module
}

const modules = import.meta.glob<Module>('./*/**/*.{screen,action,resource}.{ts,tsx}')

function pathsOf(entries: readonly RouteConfigEntry[]): { path: string; file: string }[] {
  return entries.flatMap(({ path, index, file, children }) =>
    path !== undefined || index ? [{ path: path ?? '', file }] : pathsOf(children ?? []),
  )
}

const listed = pathsOf(routes as RouteConfigEntry[])
const all: Route[] = await Promise.all(
  listed.map(async ({ path, file }) => ({
    path,
    place: places[path] ?? { for: 'anybody' as const },
    module: (await modules[`./${file}`]?.()) ?? {},
  })),
)
const named = (of: (route: Route) => unknown) =>
  all.filter(of).map((each) => [each.path, each] as const)

/** The address with what it names filled in. */
function addressOf({ path, place }: Route, params: Record<string, string>): string {
  const filled = path.replace(/:(\w+)\??/g, (_, name: string) => params[name] ?? 'x')
  return `/${filled}${place.for === 'shopper' ? '?from=test' : ''}`
}

const paramsFor = ({ place }: Route, user: User) => place.params?.(user) ?? {}
const somebody = sandbox.state.user('79000000001')

test('every address is listed here, and every one that is listed exists', () => {
  expect(listed.map(({ path }) => path)).toEqual(Object.keys(places))
  expect(all.filter(({ module }) => !module.loader && !module.action)).toEqual([])
  const verbs = listed.filter(({ file }) => file.endsWith('.action.ts'))
  expect(verbs.filter(({ path }) => !places[path]?.leadsTo)).toEqual([])
})

test.each(named(({ place, module }) => place.for === 'shopper' && !place.leadsTo && module.loader))(
  '/%s sends a guest to sign in, and back',
  async (_, route) => {
    const params = paramsFor(route, somebody)
    const at = addressOf(route, params)
    const { status, location } = await (await visitor()).load(route.module.loader!, at, params)
    expect([status, location]).toEqual([302, `/login?returnTo=${encodeURIComponent(at)}`])
    expect(sandbox.calls).toEqual([])
  },
)

test.each(named(({ place, module }) => place.for === 'shopper' && module.action))(
  'a form of /%s sends a guest to sign in, and calls nobody',
  async (_, route) => {
    const params = paramsFor(route, somebody)
    const guest = await visitor()
    const { status, location } = await guest.send(
      route.module.action!,
      addressOf(route, params),
      {},
      params,
    )
    expect([status, location]).toEqual([302, '/login'])
    expect(sandbox.calls).toEqual([])
  },
)

const incomplete = await visitor('79000000003')
test.each(
  named(
    ({ path, place, module }) =>
      place.for === 'shopper' && !place.leadsTo && path !== 'profile/incomplete' && module.loader,
  ),
)('/%s sends a shopper without a name to fill it in first', async (_, route) => {
  const params = paramsFor(route, somebody)
  const at = addressOf(route, params)
  const { location } = await incomplete.load(route.module.loader!, at, params)
  expect(location).toBe(`/profile/incomplete?returnTo=${encodeURIComponent(at)}`)
})

const regular = await shopper()
test.each(named(({ place }) => place.for === 'guest'))(
  '/%s is for guests: a shopper is led to the main screen',
  async (_, { path, place, module }) => {
    if (!place.leadsTo)
      expect((await regular.load(module.loader!, `/${path}`)).location).toBe('/today')
    if (module.action)
      expect((await regular.send(module.action, `/${path}`)).location).toBe('/today')
    expect(sandbox.calls).toEqual([])
  },
)

test.each(named(({ place }) => place.leadsTo))(
  'a look at /%s leads to a page',
  async (_, { path, place, module }) => {
    const { status, location } = await (await visitor()).load(module.loader!, `/${path}`)
    expect([status, location]).toEqual([302, place.leadsTo])
  },
)

const screens = named(
  ({ place, module }) => place.for === 'shopper' && !place.leadsTo && module.loader,
)

test.each(screens)('/%s shows a shopper everything, and no secret', async (path, route) => {
  const params = paramsFor(route, regular.user)
  const load = (at: string) => regular.load(route.module.loader!, at, params)
  let came = await load(addressOf(route, params))
  // Goods have names in their addresses.
  if (came.status === 301) came = await load(came.location!)
  expect(came.status).toBe(200)
  for (const name of route.place.lacks ?? [])
    if (path !== 'search' || name !== 'list')
      expect((came.data as Record<string, unknown>)[name], name).not.toBeNull()
  const text = JSON.stringify(came.data)
  for (const token of sandbox.state.refreshTokens.keys()) expect(text).not.toContain(token)
  expect(text).not.toMatch(/eyJ[\w-]+\.eyJ/)
  expect(text).not.toContain(regular.phone.slice(1))
})

// Failures open a breaker, which must not stand in for the rest.
const AT_ONCE = { status: 4, reset: 4, malformed: 40, 'wrong-types': 40 }

/** What each screen came to: its status, and the blocks that it should lack and has. */
async function lookAtAll(trouble: Trouble) {
  const { user, load } = regular
  const look = async ([path, { place, module }]: (typeof screens)[number]) => {
    const params = place.params?.(user) ?? {}
    const at = addressOf({ path, place, module }, params)
    const { status, data } = await load(module.loader!, at, params)
    const has = (name: string) => {
      const block = (data as Record<string, unknown>)[name] ?? null
      // Of a list whose entries cannot be read nothing is left.
      return trouble === 'wrong-types' && Array.isArray(block) ? block.length > 0 : block !== null
    }
    return [path, { status, has: place.lacks?.filter(has) ?? [] }] as const
  }
  const came: Awaited<ReturnType<typeof look>>[] = []
  for (let at = 0; at < screens.length; at += AT_ONCE[trouble]) {
    later()
    came.push(...(await Promise.all(screens.slice(at, at + AT_ONCE[trouble]).map(look))))
  }
  return Object.fromEntries(came)
}

test.each(troubles)(
  'every screen loses blocks, not itself, when gateways answer with %s',
  async (trouble) => {
    forget()
    spoil('*', trouble)
    const promised = screens.map(([path, { place }]) => [
      path,
      { status: place.statusWithout ?? 200, has: [] },
    ])
    expect(await lookAtAll(trouble)).toEqual(Object.fromEntries(promised))
  },
)
