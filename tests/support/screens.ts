import { personas, type PersonaKey } from '../../sandbox/personas'
import type { Sandbox } from '../../sandbox/sandbox'
import { createVisitor, signIn, type Visitor } from './visitor'

/** Who looks at a screen: a persona of the sandbox, or a visitor who is not signed in. */
export type Viewer = 'guest' | 'codeSent' | 'paused' | PersonaKey

/** One kind of screen, and where it is found. */
export interface Screen {
  name: string
  /** The address, or the page whose first link of this form is followed, and what is asked for below it. */
  at: string | { page: string; link: RegExp; below?: string }
  /** A regular shopper when left out. */
  seenBy?: Viewer
}

/** Every kind of screen of the product, for what looks at, weighs or measures all of them. */
export const screens: readonly Screen[] = [
  { name: 'landing', at: '/', seenBy: 'guest' },
  { name: 'document', at: '/program-loyalty', seenBy: 'guest' },
  { name: 'contacts', at: '/contacts', seenBy: 'guest' },
  { name: 'login', at: '/login', seenBy: 'guest' },
  { name: 'not found', at: '/no-such-page', seenBy: 'guest' },
  { name: 'today', at: '/today' },
  { name: 'card', at: '/qr' },
  { name: 'card elsewhere', at: '/qr/elsewhere' },
  { name: 'card to print', at: '/qr/print' },
  { name: 'till mode', at: '/qr/till' },
  { name: 'search', at: `/search?q=${encodeURIComponent('молоко')}` },
  { name: 'categories', at: '/categories' },
  { name: 'category', at: '/catalog/101-moloko' },
  { name: 'product', at: { page: '/catalog/101-moloko', link: /^\/product\/[^/]+$/ } },
  {
    name: 'reviews',
    at: { page: '/catalog/101-moloko', link: /^\/product\/[^/]+$/, below: '/reviews' },
  },
  { name: 'actions', at: '/actions' },
  { name: 'offers', at: '/actions/offers' },
  { name: 'offer', at: { page: '/actions/offers', link: /^\/actions\/offers\/.+/ } },
  { name: 'coupons', at: '/coupons' },
  { name: 'coupon', at: { page: '/coupons', link: /^\/coupons\/\d+$/ } },
  { name: 'stores', at: '/stores' },
  { name: 'store', at: { page: '/stores', link: /^\/stores\/\d+$/ } },
  { name: 'deadlines', at: '/deadlines' },
  { name: 'profile', at: '/profile' },
  { name: 'not me', at: '/profile/not-me' },
  { name: 'my data', at: '/profile/my-data' },
  { name: 'edit', at: '/profile/edit' },
  { name: 'stars', at: '/profile/stars' },
  { name: 'cards', at: '/profile/cards' },
  { name: 'add a card', at: '/profile/cards/add' },
  { name: 'notifications', at: '/profile/notification' },
  { name: 'push instruction', at: '/profile/push-instruction' },
  { name: 'legal', at: '/profile/legal' },
  { name: 'purchases', at: '/profile/purchases' },
  { name: 'transactions', at: '/profile/transactions' },
  {
    name: 'find a purchase',
    // So few receipts are read in time on any machine.
    at: `/profile/transactions/search?q=${encodeURIComponent('молоко')}&sumFrom=5000`,
  },
  {
    name: 'transaction',
    at: { page: '/profile/transactions', link: /^\/profile\/transactions\/t\d+$/ },
  },
  {
    name: 'buy again',
    at: {
      page: '/profile/transactions',
      link: /^\/profile\/transactions\/t\d+$/,
      below: '/again',
    },
  },
  { name: 'rate', at: '/profile/rate' },
  { name: 'rate a purchase', at: { page: '/profile/rate', link: /^\/profile\/rate\/t\d+$/ } },
  { name: 'survey', at: '/profile/survey/poll-1' },
  { name: 'onboarding', at: '/onboarding/1' },
  { name: 'install', at: '/install' },
]

/** The same kinds of screens as others meet them: on the way in, with nothing, with too much. */
export const states: readonly Screen[] = [
  { name: 'code', at: '/login/code', seenBy: 'codeSent' },
  { name: 'pause', at: '/login/pause', seenBy: 'paused' },
  { name: 'registration', at: '/registration', seenBy: 'new' },
  { name: 'incomplete profile', at: '/profile/incomplete', seenBy: 'incomplete' },
  { name: 'voluntary profile', at: '/profile/incomplete?returnTo=/today' },
  { name: 'cookie policy', at: '/cookie-policy', seenBy: 'guest' },
  { name: 'accessibility', at: '/accessibility', seenBy: 'guest' },
  { name: 'search without words', at: '/search' },
  { name: 'search without results', at: `/search?q=${encodeURIComponent('щщщ')}` },
  { name: 'finding nothing', at: `/profile/transactions/search?q=${encodeURIComponent('щщщ')}` },
  { name: 'finding very much', at: '/profile/transactions/search?sumFrom=1', seenBy: 'veryLong' },
  { name: 'my coupons', at: '/coupons?tab=mine' },
  { name: 'used coupons', at: '/coupons?tab=used' },
  {
    name: 'purchases of a month',
    at: { page: '/profile/purchases', link: /^\/profile\/purchases\?period=20\d\d-\d\d$/ },
  },
  {
    name: 'purchases of a year long ago',
    at: '/profile/purchases?period=2020',
    seenBy: 'deepHistory',
  },
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
      'my data',
    ] as const
  ).flatMap((name) => [
    { name: `${name} of who has nothing`, at: pathOf(name), seenBy: 'empty' as const },
    { name: `${name} of who has too much`, at: pathOf(name), seenBy: 'veryLong' as const },
  ]),
]

function pathOf(name: string): string {
  const at = screens.find((screen) => screen.name === name)?.at
  if (typeof at !== 'string') throw new Error(`«${name}» has no address of its own`)
  return at
}

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
  const known = new Map<Viewer, Promise<Visitor>>()
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
    const visitor = known.get(viewer) ?? welcome(viewer)
    known.set(viewer, visitor)
    return visitor
  }
}

/**
 * The address of a screen.
 * @throws Error when the page that should link to it does not
 */
export async function addressOf({ name, at }: Screen, shopper: Visitor): Promise<string> {
  if (typeof at === 'string') return at
  // On a busy machine a block may miss its time; the page is whole the next time.
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const html = await (await shopper.get(at.page)).text()
    const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href)
    const found = links.find((href) => at.link.test(href))
    if (found) return `${found}${at.below ?? ''}`
  }
  throw new Error(`${at.page} has no link to «${name}»`)
}
