import { expect, test } from 'vitest'

import { addresses, exampleAddress, exampleParams } from '../tests/support/examples'
import { formIds, getForm } from '../tests/support/forms'
import { routeOf } from '../tests/support/routes'
import { testContext, troubles, type Handler, type Trouble } from '../tests/support/test-context'
import type { RouteId } from './routes'
import { facts, screens, type Action, type Resource, type Screen } from './screens.server'

const { sandbox, visitor, regularShopper: shopper, spoil, later, forget } = testContext()
const regular = await shopper()

interface Module {
  loader?: Handler
  action?: Handler & { inputNames?: unknown }
}
const modules = import.meta.glob<Module>('./*/**/*.{screen,action,resource}.{ts,tsx}')

interface Route extends Module {
  id: RouteId
  facts: Partial<Screen & Action & Resource>
  /** An address for the regular shopper. */
  at: string
  params: Record<string, string>
}

const all: Route[] = await Promise.all(
  addresses.map(async ({ id, path, file }) => ({
    id,
    facts: facts[id],
    at: exampleAddress(id, regular.user),
    params: exampleParams(path, regular.user),
    ...(await modules[`./${file}`]?.()),
  })),
)
const named = (of: (route: Route) => unknown) =>
  all.filter(of).map((each) => [each.id, each] as const)

test('answers every address with a loader or an action', () => {
  expect(all.filter(({ loader, action }) => !loader && !action).map(({ id }) => id)).toEqual([])
})

/**
 * JSON posts of scripts, browsers and servers are no forms. Signing out has no result and needs no
 * guard.
 */
const withoutForms: RouteId[] = [
  'analytics/events.resource',
  'framework/reload.resource',
  'platform/csp-reports.resource',
  'platform/errors.resource',
  'push/messages.resource',
  'sign-in/logout.action',
]

test('declares every action with defineForm or defineAction, which read it with Conform', () => {
  const others = all.filter(({ action }) => action && !action.inputNames).map(({ id }) => id)
  expect(others.sort()).toEqual(withoutForms)
})

/** Boxes accept any input; the form of a rating is in `surveys/survey.screen`. */
const neverRefused: RouteId[] = ['push/notification.screen', 'surveys/rate-purchase.screen']

test('has every form in tests/support/forms.ts, with a refusal of each that can be refused', () => {
  const withActions = all.filter(({ action }) => action).map(({ id }) => id)
  expect([...formIds].sort(), 'edit tests/support/forms.ts').toEqual(withActions.sort())
  const accepting = formIds.filter((id) => id.endsWith('.screen') && !getForm(id).wrong)
  expect(accepting.sort(), 'say `wrong` in tests/support/forms.ts').toEqual(neverRefused)
})

const redirecting = await Promise.all(
  all.map(async ({ id, loader, at, params }) => {
    if (!loader || !id.endsWith('.resource')) return null
    return (await regular.load(loader, at, params)).location === null ? null : id
  }),
)
/** Answers a GET only with a redirect. */
const isRedirect = ({ id }: Route) => id.endsWith('.action') || redirecting.includes(id)
const own = all.filter((route) => route.loader && !isRedirect(route))
const ofShoppers = own
  .filter((route) => route.facts.for === 'shopper')
  .map((each) => [each.id, each] as const)

test('6.1: has pages for guests, shoppers and anybody, and none for administrators', () => {
  const audiences = new Set(all.map((route) => route.facts.for))
  expect([...audiences].sort()).toEqual(['anybody', 'guest', 'shopper'])
  const pagesFor = (audience: string) =>
    all.flatMap(({ id, facts: { for: who } }) =>
      who === audience && id.endsWith('.screen') ? [id] : [],
    )
  expect(pagesFor('guest').sort()).toEqual(
    ['code', 'login', 'pause', 'registration'].map((name) => `sign-in/${name}.screen`),
  )
  expect(pagesFor('anybody').sort()).toEqual([
    'framework/not-found.screen',
    'install/install.screen',
    'welcome/landing.screen',
  ])
})

test('1.2, 2.40: opens these pages alone to guests', () => {
  const open = all.filter(({ id, facts: { for: who } }) => id in screens && who !== 'shopper')
  expect(open.map(({ at }) => at).sort()).toEqual([
    '/',
    '/accessibility',
    '/contacts',
    '/cookie-policy',
    '/details',
    '/install',
    '/login',
    '/login/code',
    '/login/pause',
    '/no-such-page',
    '/pdn',
    '/program-loyalty',
    '/registration',
    '/terms',
  ])
})

test.each(ofShoppers)(
  '2.40, 2.42, 6.1: redirects a guest from %s to sign-in with returnTo',
  async (_, route) => {
    const { status, location } = await (await visitor()).load(route.loader!, route.at, route.params)
    expect([status, location]).toEqual([302, `/login?returnTo=${encodeURIComponent(route.at)}`])
    expect(sandbox.calls).toEqual([])
  },
)

test.each(named((route) => route.facts.for === 'shopper' && route.action))(
  "6.1: redirects a guest's form of %s to sign in, and calls no gateway",
  async (_, { action, at, params }) => {
    const { status, location } = await (await visitor()).send(action!, at, {}, params)
    expect([status, location]).toEqual([302, '/login'])
    expect(sandbox.calls).toEqual([])
  },
)

const incomplete = await visitor('79000000003')
test.each(ofShoppers.filter(([id]) => id !== 'sign-in/incomplete.screen'))(
  'redirects a shopper without a name from %s to the missing fields',
  async (_, { loader, at, params }) => {
    const { location } = await incomplete.load(loader!, at, params)
    expect(location).toBe(`/profile/incomplete?returnTo=${encodeURIComponent(at)}`)
  },
)

test.each(named((route) => route.facts.for === 'guest'))(
  '2.41, 6.1: redirects a shopper from the guest page %s to the main screen',
  async (_, route) => {
    const { at, loader, action } = route
    if (!isRedirect(route)) {
      expect((await regular.load(loader!, at)).location).toBe('/today')
      expect((await regular.load(loader!, `${at}?returnTo=/qr`)).location).toBe('/qr')
    }
    if (action) expect((await regular.send(action, at)).location).toBe('/today')
    expect(sandbox.calls).toEqual([])
  },
)

test.each(
  own.filter((route) => route.facts.for === 'anybody').map((each) => [each.id, each] as const),
)(
  '1.2, 2.40, 6.1: shows %s to anybody without a redirect to sign-in',
  async (_, { loader, at, params }) => {
    for (const person of [await visitor(), regular])
      expect((await person.load(loader!, at, params)).location).toBeNull()
  },
)

test.each(named(isRedirect))(
  'redirects a GET of %s, which has no page, to a page of its audience',
  async (id, { at, loader, params }) => {
    const person = id.endsWith('.action') ? await visitor() : regular
    const { status, location } = await person.load(loader!, at, params)
    expect(status).toBe(302)
    if (id.endsWith('.resource')) return expect(location).toMatchSnapshot()
    const page = facts[routeOf(location!) as RouteId] as Partial<Screen>
    expect(page.view).toBeTruthy()
    expect(['anybody', facts[id].for]).toContain(page.for)
  },
)

type Data = Readonly<Record<string, unknown>>
const isData = (value: unknown): value is Data =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A part of a loader's data; null when absent. */
function getPart(data: unknown, name: string): unknown {
  return name
    .split('.')
    .reduce((value, key) => (value as Record<string, unknown> | null)?.[key] ?? null, data)
}

/** Names of what the whole data have and the other lack, at most two levels deep. */
const lostIn = (whole: unknown, data: unknown, depth = 2): string[] =>
  !isData(whole) || !isData(data) || depth === 0
    ? []
    : Object.entries(whole)
        .filter(([, part]) => part !== null && part !== undefined)
        .flatMap(([name, part]) =>
          (data[name] ?? null) === null
            ? [name]
            : lostIn(part, data[name], depth - 1).map((inner) => `${name}.${inner}`),
        )
        .sort()

/** The names of lost data by failing call; `*` fails all. */
async function getLosses({ id, loader, at, params, facts: { statusWithout } }: Route) {
  const look = () => {
    forget()
    return regular.load(loader!, at, params)
  }
  later()
  sandbox.calls.length = 0
  const { data: whole } = await look()
  const losses: Record<string, string[]> = {}
  for (const call of [
    ...new Set(sandbox.calls.map(({ endpoint }) => endpoint ?? '')),
    '*',
  ].sort()) {
    sandbox.faults.clear()
    spoil(call, 'status')
    const { status, data } = await look()
    expect([200, statusWithout], `${id} without ${call}`).toContain(status)
    const lost = lostIn(whole, data)
    if (lost.length > 0 && status === 200) losses[call] = lost
  }
  sandbox.faults.clear()
  return losses
}
const losses = new Map<RouteId, Record<string, string[]>>()

test.each(ofShoppers)(
  'loads %s for a shopper, without tokens or the phone number, and with the id of its forms',
  async (id, route) => {
    const response = await regular.load(route.loader!, route.at, route.params)
    expect(response.status).toBe(200)
    const hasData = response.data !== null && Object.hasOwn(screens, id)
    expect(Boolean(response.formId)).toBe(hasData)
    const text = JSON.stringify(response.data)
    for (const token of sandbox.state.refreshTokens.keys()) expect(text).not.toContain(token)
    expect(text).not.toMatch(/eyJ[\w-]+\.eyJ/)
    expect(text).not.toContain(regular.phone.slice(1))
  },
)

test.each(ofShoppers)(
  '%s loses no other data than before for each failing call',
  async (id, route) => {
    const found = await getLosses(route)
    losses.set(id, found)
    const lines = Object.entries(found).map(([call, lost]) => `${call}: ${lost.join(', ')}`)
    expect(lines.join('\n')).toMatchSnapshot()
  },
)

// Screens loaded in parallel, by kind of fault. Failures open the circuit breaker, which must not hide the
// failures of later screens.
const AT_ONCE = { status: 4, reset: 4, malformed: 40, 'wrong-types': 40 }

/** The status of each screen, and the parts that should be missing but are present. */
async function lookAtAll(trouble: Trouble) {
  const look = async ([id, { loader, at, params }]: (typeof ofShoppers)[number]) => {
    const { status, data } = await regular.load(loader!, at, params)
    const has = (name: string) => {
      const part = getPart(data, name)
      // A list with unreadable entries must be empty.
      return trouble === 'wrong-types' && Array.isArray(part) ? part.length > 0 : part !== null
    }
    return [id, { status, has: (losses.get(id)?.['*'] ?? []).filter(has) }] as const
  }
  const results: Awaited<ReturnType<typeof look>>[] = []
  for (let at = 0; at < ofShoppers.length; at += AT_ONCE[trouble]) {
    later()
    results.push(...(await Promise.all(ofShoppers.slice(at, at + AT_ONCE[trouble]).map(look))))
  }
  return Object.fromEntries(results)
}

test.each(troubles)(
  'answers each screen with its expected status and without optional data when gateways fail with %s',
  async (trouble) => {
    for (const [id, route] of ofShoppers)
      if (!losses.has(id)) losses.set(id, await getLosses(route))
    forget()
    spoil('*', trouble)
    const promised = ofShoppers.map(
      ([
        id,
        {
          facts: { statusWithout = 200 },
        },
      ]) => [id, { status: statusWithout, has: [] }],
    )
    expect(await lookAtAll(trouble)).toEqual(Object.fromEntries(promised))
  },
)
