import { personas, type PersonaKey } from '../../sandbox/personas'
import type { ScreenId } from '../../app/routes'
import * as facts from '../../app/screens.server'
import type { Sandbox } from '../../sandbox/sandbox'
import type { User } from '../../sandbox/user'
import { addresses, exampleAddress } from './examples'
import { createVisitor, signIn, type Visitor } from './visitor'

/** Who looks at a screen: a persona of the sandbox, or a visitor who is not signed in. */
export type Viewer = 'guest' | 'codeSent' | 'paused' | PersonaKey

/** One kind of screen, and where it is found. */
export interface Screen {
  /** Of the screens of the table: its name in analytics. */
  name: string
  /** The address, what a shopper makes of it, or the id of a route with an example. */
  at: `/${string}` | ScreenId | ((user: User) => string)
  /** A regular shopper when left out. */
  seenBy?: Viewer
}

const viewerOf = ({ for: audience, step }: facts.Screen): Viewer | undefined => {
  if (step) return ({ codeSent: 'codeSent', paused: 'paused', unregistered: 'new' } as const)[step]
  return audience === 'shopper' ? undefined : 'guest'
}

/** One of each kind: of several addresses that share a file the first. */
const kinds = addresses
  .filter(({ file }) => file.endsWith('.screen.tsx'))
  .filter(({ file }, at, all) => all.findIndex((other) => other.file === file) === at)
  .map(({ id }) => id as ScreenId)

/** Every kind of screen of the product, for what looks at, weighs or measures all of them. */
export const screens: readonly Screen[] = kinds.map((id) => {
  const row = facts.facts[id] as facts.Screen
  const seenBy = viewerOf(row)
  return { name: row.view ?? 'not_found', at: id, ...(seenBy && { seenBy }) }
})

/** The names of screens, for what looks at some of them: of a name that none has it does not compile. */
export type ScreenName =
  NonNullable<(typeof facts.screens)[keyof typeof facts.screens]['view']> | 'not_found'

/** @throws Error for a name that no screen has */
export function screenNamed(name: ScreenName): Screen {
  const screen = screens.find((each) => each.name === name)
  if (!screen) throw new Error(`no screen is named «${name}»`)
  return screen
}

/** The same kinds of screens as others meet them: with nothing, with too much, and by other queries. */
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
 * Everybody who looks at screens, each signed in once.
 * @param cookies that each of them has from the beginning
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
      // A second code for the same phone, within the minute.
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

/** The address of a screen, as this visitor has it. */
export function addressOf({ at }: Screen, { shopper }: Visitor): string {
  if (typeof at === 'function') return at(shopper!)
  return at.startsWith('/') ? at : exampleAddress(at as ScreenId, shopper)
}
