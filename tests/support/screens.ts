import { personas, type PersonaKey } from '../../sandbox/personas'
import type { ScreenId } from '../../app/routes'
import * as facts from '../../app/screens.server'
import type { Sandbox } from '../../sandbox/sandbox'
import type { User } from '../../sandbox/user'
import { addresses, exampleAddress } from './examples'
import { createVisitor, signIn, type Visitor } from './visitor'

/** The viewer of a screen: a persona of the sandbox, or a visitor who is not signed in. */
export type Viewer = 'guest' | 'codeSent' | 'paused' | PersonaKey

/** A kind of screen with its address. */
export interface Screen {
  /** In the table of screens: the name in analytics. */
  name: string
  /** The address, a function of the shopper, or the id of a route with an example. */
  at: `/${string}` | ScreenId | ((user: User) => string)
  /** A regular shopper by default. */
  seenBy?: Viewer
}

const getViewer = ({ for: audience, step }: facts.Screen): Viewer | undefined => {
  if (step) return ({ codeSent: 'codeSent', paused: 'paused', unregistered: 'new' } as const)[step]
  return audience === 'shopper' ? undefined : 'guest'
}

/** One of each kind: the first of several addresses with one file. */
const kinds = addresses
  .filter(({ file }) => file.endsWith('.screen.tsx'))
  .filter(({ file }, at, all) => all.findIndex((other) => other.file === file) === at)
  .map(({ id }) => id as ScreenId)

/** Every kind of screen of the product. */
export const screens: readonly Screen[] = kinds.map((id) => {
  const row = facts.facts[id] as facts.Screen
  const seenBy = getViewer(row)
  return { name: row.view ?? 'not_found', at: id, ...(seenBy && { seenBy }) }
})

/** Names of screens: an unknown name does not compile. */
export type ScreenName =
  NonNullable<(typeof facts.screens)[keyof typeof facts.screens]['view']> | 'not_found'

/** @throws Error for an unknown name */
export function screenNamed(name: ScreenName): Screen {
  const screen = screens.find((each) => each.name === name)
  if (!screen) throw new Error(`no screen is named «${name}»`)
  return screen
}

/** The same kinds of screens in other states: with no data, with very much, and with other queries. */
export const states: readonly Screen[] = [
  { name: 'contacts', at: '/contacts', seenBy: 'guest' },
  { name: 'cookie policy', at: '/cookie-policy', seenBy: 'guest' },
  { name: 'accessibility', at: '/accessibility', seenBy: 'guest' },
  { name: 'login with a code sent', at: '/login', seenBy: 'codeSent' },
  { name: 'incomplete profile', at: '/profile/incomplete', seenBy: 'incomplete' },
  { name: 'search without text', at: '/search' },
  { name: 'search without results', at: `/search?q=${encodeURIComponent('щщщ')}` },
  { name: 'finding nothing', at: `/profile/transactions/search?q=${encodeURIComponent('щщщ')}` },
  { name: 'finding very much', at: '/profile/transactions/search?sumFrom=1', seenBy: 'veryLong' },
  { name: 'my coupons', at: '/coupons?tab=mine' },
  { name: 'used coupons', at: '/coupons?tab=used' },
  {
    name: 'purchases of a month',
    at: ({ transactions }) => `/profile/purchases?period=${transactions[0]?.createdAt.slice(0, 7)}`,
  },
  {
    name: 'purchases of a year long ago',
    at: '/profile/purchases?period=2020',
    seenBy: 'deepHistory',
  },
  { ...screenNamed('card'), name: 'card of who has none', seenBy: 'noCard' },
  { ...screenNamed('cards'), name: 'cards of who may not merge', seenBy: 'mergeBlocked' },
  { name: 'unknown product', at: '/product/999999999' },
  { name: 'first step', at: '/onboarding/3' },
  ...(
    [
      'today',
      'card',
      'deadlines',
      'coupons',
      'actions',
      'stars',
      'purchases',
      'transactions',
      'rate',
      'cards',
      'my_data',
    ] as const
  ).flatMap((name) => [
    { ...screenNamed(name), name: `${name} of who has nothing`, seenBy: 'empty' as const },
    { ...screenNamed(name), name: `${name} of who has too much`, seenBy: 'veryLong' as const },
  ]),
]

/**
 * All viewers, each signed in once.
 * @param cookies that each has from the start
 * @param publicOrigin the site's own address, when it listens elsewhere
 */
export function createViewers(
  origin: string,
  { sandbox }: { sandbox: Sandbox },
  cookies: readonly [string, string][] = [],
  publicOrigin = origin,
) {
  const visitors = new Map<Viewer, Promise<Visitor>>()
  async function welcome(viewer: Viewer): Promise<Visitor> {
    const visitor = createVisitor(origin, publicOrigin, new Map(cookies))
    const phone = personas.find(({ key }) => key === viewer)?.phone
    if (phone) await signIn(visitor, sandbox, phone)
    if (viewer === 'codeSent') await visitor.post('/login', { phone: '79050000001' })
    if (viewer === 'paused')
      // A second code for the same phone within a minute.
      for (const each of ['79050000002', '79050000003', '79050000002'])
        await visitor.post('/login', { phone: each })
    return visitor
  }
  return (viewer: Viewer = 'regular'): Promise<Visitor> => {
    const visitor = visitors.get(viewer) ?? welcome(viewer)
    visitors.set(viewer, visitor)
    return visitor
  }
}

/** The address of a screen for this visitor. */
export function getAddress({ at }: Screen, { shopper }: Visitor): string {
  if (typeof at === 'function') return at(shopper!)
  return at.startsWith('/') ? at : exampleAddress(at as ScreenId, shopper)
}
