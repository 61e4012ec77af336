import { addressesIn } from './framework/typed-routes'
import routes, { type ActionId, type ResourceId, type RouteId, type ScreenId } from './routes'

/*
 * Facts about each address for its guard, analytics, search engines and tests. A new row of
 * routes.ts does not compile without a row here. The file contains only data, so every feature may
 * import it. A `handle` in each screen would not do: Remix sends it to the browser, and types
 * cannot require it.
 */

/** `shopper`: guests sign in first; `guest`: shoppers are redirected to `/today`. */
type Audience = 'anybody' | 'guest' | 'shopper'

interface Facts {
  for: Audience
  /** Why no link or form leads to the page; absent when one does. */
  unlinked?: string
  /**
   * True when all visitors get the same page: caches may store it, search engines index it, and the
   * sitemap lists it.
   */
  isPublic?: true
}

export interface Screen extends Facts {
  /** Its name in analytics; `analytics/catalogue.server.ts` has properties of views. */
  view: string | null
  /** The step of sign-in that the page belongs to; other visitors are redirected. */
  step?: 'codeSent' | 'paused' | 'unregistered'
  /** The page's normal status; 200 when absent. */
  status?: number
  /** An example of its query. */
  query?: Readonly<Record<string, string>>
}

export interface Action extends Facts {
  /** True when the action ends and deletes nothing, so that tests may run it anywhere. */
  isHarmless?: true
}

export interface Resource extends Facts {
  /** The status when no gateway responds, where a test asks for the resource; 200 when absent. */
  statusWithout?: number
}

const coupons = { for: 'shopper', view: 'coupons' } as const
const coupon = { for: 'shopper', view: 'coupon' } as const
const document = { for: 'anybody', view: 'document', isPublic: true } as const

/** Every page. */
export const screens = {
  'welcome/landing.screen': { for: 'anybody', view: 'landing', isPublic: true },
  'legal/program-loyalty': document,
  'legal/terms': document,
  'legal/pdn': document,
  'legal/details': document,
  'legal/contacts': document,
  'legal/cookie-policy': document,
  'legal/accessibility': document,

  'sign-in/login.screen': { for: 'guest', view: 'login' },
  'sign-in/code.screen': { for: 'guest', view: 'login_code', step: 'codeSent' },
  'sign-in/pause.screen': {
    for: 'guest',
    view: 'login_pause',
    step: 'paused',
    status: 429,
    unlinked: 'a limit redirects there after too many codes',
  },
  'install/install.screen': { for: 'anybody', view: 'install' },
  'sign-in/registration.screen': { for: 'guest', view: 'registration', step: 'unregistered' },
  'sign-in/incomplete.screen': { for: 'shopper', view: 'profile_incomplete' },
  'welcome/onboarding.screen': { for: 'shopper', view: 'onboarding' },

  'today/today.screen': {
    for: 'shopper',
    view: 'today',
  },
  'card/card.screen': {
    for: 'shopper',
    view: 'card',
  },
  // A cookie has the card's number.
  'card/elsewhere.screen': { for: 'shopper', view: 'card_elsewhere' },
  'card/print.screen': { for: 'shopper', view: 'card_print' },
  'card/till.screen': {
    for: 'shopper',
    view: 'till',
  },
  'coupons/coupons.screen': coupons,
  'coupons/coupon.screen': coupon,
  'actions-coupons': coupons,
  'actions-coupon': coupon,
  'offers/actions.screen': {
    for: 'shopper',
    view: 'actions',
  },
  'offers/offers.screen': {
    for: 'shopper',
    view: 'offers',
  },
  'offers/offer.screen': {
    for: 'shopper',
    view: 'offer',
  },
  'deadlines/deadlines.screen': { for: 'shopper', view: 'deadlines' },

  'catalogue/search.screen': {
    for: 'shopper',
    view: 'search',
    query: { q: 'молоко' },
  },
  'catalogue/categories.screen': {
    for: 'shopper',
    view: 'categories',
  },
  'catalogue/catalogue.screen': {
    for: 'shopper',
    view: 'catalogue',
  },
  'catalogue/category.screen': {
    for: 'shopper',
    view: 'category',
  },
  'catalogue/product/product.screen': {
    for: 'shopper',
    view: 'product',
  },
  'catalogue/product/reviews.screen': {
    for: 'shopper',
    view: 'reviews',
  },
  'stores/stores.screen': {
    for: 'shopper',
    view: 'stores',
  },
  'stores/store.screen': {
    for: 'shopper',
    view: 'store',
  },

  'profile/profile.screen': {
    for: 'shopper',
    view: 'profile',
  },
  'account-watch/not-me.screen': { for: 'shopper', view: 'not_me' },
  'my-data/my-data.screen': {
    for: 'shopper',
    view: 'my_data',
  },
  'profile/edit.screen': {
    for: 'shopper',
    view: 'profile_edit',
  },
  'profile/cards.screen': {
    for: 'shopper',
    view: 'cards',
  },
  'profile/cards-add.screen': {
    for: 'shopper',
    view: 'cards_add',
  },
  'push/notification.screen': {
    for: 'shopper',
    view: 'notification',
  },
  'push/push-instruction.screen': { for: 'shopper', view: 'push_instruction' },
  'profile/legal.screen': {
    for: 'shopper',
    view: 'legal',
  },
  'purchases/points.screen': {
    for: 'shopper',
    view: 'stars',
  },
  'purchases/overview/overview.screen': {
    for: 'shopper',
    view: 'purchases',
  },
  'purchases/transactions.screen': {
    for: 'shopper',
    view: 'transactions',
  },
  'purchases/find.screen': {
    for: 'shopper',
    view: 'transactions_search',
    query: { q: 'по', sumFrom: '5000' },
  },
  'purchases/transaction.screen': {
    for: 'shopper',
    view: 'transaction',
  },
  'buy-again/again.screen': {
    for: 'shopper',
    view: 'buy_again',
  },
  'surveys/rate.screen': {
    for: 'shopper',
    view: 'rate',
  },
  'surveys/rate-purchase.screen': {
    for: 'shopper',
    view: 'rate_purchase',
  },
  'surveys/survey.screen': {
    for: 'shopper',
    view: 'survey',
  },
  'framework/not-found.screen': {
    for: 'anybody',
    view: null,
    status: 404,
    unlinked: 'it answers every unknown address',
  },
} as const satisfies Record<ScreenId, Screen>

/** Every form address without a page. */
const actions = {
  'welcome/consent.action': { for: 'anybody', isHarmless: true },
  'shell/dismiss-notice.action': {
    for: 'anybody',
    unlinked: 'offered while an operator has a notice',
  },
  'sign-in/resend.action': {
    for: 'guest',
    unlinked: 'another code is offered a minute after the first',
  },
  'sign-in/logout.action': { for: 'anybody' },
  'today/dismiss.action': { for: 'shopper', isHarmless: true },
  'account-watch/it-was-me.action': {
    for: 'shopper',
    unlinked: 'a device asks this question from its second day on',
  },
  'account-watch/not-me.action': {
    for: 'shopper',
    unlinked: 'the other answer to that question',
  },
  'coupons/activate-all.action': { for: 'shopper' },
  'coupons/change.action': { for: 'shopper', isHarmless: true },
  'coupons/remove.action': { for: 'shopper', isHarmless: true },
  'offers/activate-all.action': { for: 'shopper' },
  'offers/activate.action': { for: 'shopper', isHarmless: true },
  'profile/confirm-email.action': {
    for: 'shopper',
    isHarmless: true,
  },
  'catalogue/confirm-age.action': { for: 'shopper', isHarmless: true },
  'stores/choose.action': { for: 'shopper', isHarmless: true },
  'my-data/take.action': { for: 'shopper' },
  'profile/theme.action': { for: 'shopper', isHarmless: true },
  'profile/start.action': { for: 'shopper', isHarmless: true },
  'push/change.action': {
    for: 'shopper',
    unlinked: 'the script saves one switch at once; without a script one form saves all',
  },
  'push/quiet.action': { for: 'shopper', isHarmless: true },
} as const satisfies Record<ActionId, Action>

/** Every address without a page: files, and endpoints for scripts and programs. */
const resources = {
  'card/pass.resource': { for: 'shopper', unlinked: 'offered where the operator signs passes' },
  'card/card-code.resource': {
    for: 'shopper',
    unlinked: "the card's script asks for the next code",
  },
  'stores/points.resource': {
    for: 'shopper',
    statusWithout: 503,
    unlinked: "the map's script asks for its marks",
  },
  // Without data there is no file; a page shows the reason.
  'deadlines/calendar.resource': { for: 'shopper', statusWithout: 302 },
  'profile/illegal.resource': {
    for: 'anybody',
    unlinked: 'an old address',
  },
  'analytics/events.resource': { for: 'anybody', unlinked: 'the script reports events' },
  'platform/errors.resource': { for: 'anybody', unlinked: 'the script reports errors' },
  'platform/csp-reports.resource': {
    for: 'anybody',
    unlinked: 'browsers report what the policy blocked',
  },
  'push/enrol.resource': {
    for: 'shopper',
    unlinked: 'the script enrols a browser',
  },
  'push/messages.resource': { for: 'anybody', unlinked: 'a server posts messages to relay' },
  'install/manifest.resource': { for: 'anybody', unlinked: 'browsers read it' },
  'welcome/robots.resource': { for: 'anybody', isPublic: true, unlinked: 'search engines read it' },
  'welcome/sitemap.resource': {
    for: 'anybody',
    isPublic: true,
    unlinked: 'search engines read it',
  },
  'welcome/security-txt.resource': {
    for: 'anybody',
    isPublic: true,
    unlinked: 'researchers read it',
  },
  'framework/reload.resource': {
    for: 'anybody',
    unlinked: 'the script loads a page anew after a deploy',
  },
  'operator/build-meta.resource': { for: 'anybody', unlinked: 'operators read it' },
} as const satisfies Record<ResourceId, Resource>

/** The facts about every address. */
export const facts: Readonly<Record<RouteId, Screen | Action | Resource>> = {
  ...screens,
  ...actions,
  ...resources,
}

/**
 * What stands at a route's id.
 * @throws Error for a route without a row here
 */
export function kindOf(id: string): 'screen' | 'action' | 'resource' | 'layout' {
  if (Object.hasOwn(screens, id)) return 'screen'
  if (Object.hasOwn(actions, id)) return 'action'
  if (Object.hasOwn(resources, id)) return 'resource'
  if (id === 'root' || id.endsWith('layout')) return 'layout'
  throw new Error(`No facts of ${id}`)
}

/** The paths of the screens with this name in analytics, with `:name` for parameters. */
export function getPaths(view: string): string[] {
  return addressesIn(routes)
    .filter(({ id }) => (facts[id as RouteId] as Partial<Screen>).view === view)
    .map(({ path }) => `/${path}`)
}

const publicAddresses = addressesIn(routes).filter(({ id }) => facts[id as RouteId].isPublic)

/** The paths of pages that are the same for every visitor. */
export const publicPages: readonly string[] = publicAddresses
  .filter(({ id }) => Object.hasOwn(screens, id))
  .map(({ path }) => `/${path}`)

const publicPaths = new Set(publicAddresses.map(({ path }) => `/${path}`))

/**
 * True when the path, exactly as requested, is the same for every visitor; other paths are
 * personal.
 */
export function isPublicPath(pathname: string): boolean {
  return publicPaths.has(pathname)
}
