import type { ViewName, ViewProperties } from '~/lib/analytics-events.server'
import { idIn } from '~/lib/address-part'
import { parseGoodsQuery } from '~/lib/goods-query.server'

/** An address, as a screen's view reads it: the parts of its path and its query. */
interface Address {
  parts: string[]
  query: URLSearchParams
}

interface Screen {
  view: ViewName
  /** What the view tells of the address; never words that were typed. */
  read(address: Address): Record<string, unknown>
}

type Plain = {
  [Name in ViewName]: Record<never, never> extends ViewProperties<Name> ? Name : never
}[ViewName]

const plain = (view: Plain): Screen => ({ view, read: () => ({}) })
const screen = <Name extends ViewName>(
  view: Name,
  read: (address: Address) => ViewProperties<Name>,
): Screen => ({ view, read })
const document = (name: ViewProperties<'document'>['document']) =>
  screen('document', () => ({ document: name }))

const couponTabs = ['all', 'mine', 'used'] as const
const coupons = screen('coupons', ({ query }) => ({
  tab: couponTabs.find((tab) => tab === query.get('tab')) ?? 'all',
}))
const coupon = screen('coupon', ({ parts }) => ({ coupon_id: parts.at(-1) }))

function goodsList(query: URLSearchParams) {
  const { sort, filters, page } = parseGoodsQuery(query)
  return { sort, filters: filters.length, page }
}

/** The view of every screen of `app/routes.ts`, by the route's id. */
export const screens = {
  'routes/landing/landing': plain('landing'),
  'legal/program-loyalty': document('program-loyalty'),
  'legal/terms': document('terms'),
  'legal/pdn': document('pdn'),
  'legal/details': document('details'),
  'legal/contacts': document('contacts'),
  'legal/cookie-policy': document('cookie-policy'),
  'routes/login/login': plain('login'),
  'routes/login/code': plain('login_code'),
  'routes/login/pause': plain('login_pause'),
  'routes/install/install': plain('install'),
  'routes/registration/registration': plain('registration'),
  'routes/profile/incomplete': plain('profile_incomplete'),
  'routes/onboarding/onboarding': screen('onboarding', ({ parts }) => ({ step: Number(parts[1]) })),
  'routes/today/today': plain('today'),
  'routes/card/card': plain('card'),
  'routes/card/till': plain('till'),
  'routes/coupons/coupons': coupons,
  'actions-coupons': coupons,
  'routes/coupons/coupon': coupon,
  'actions-coupon': coupon,
  'routes/actions/actions': plain('actions'),
  'routes/actions/offers': plain('offers'),
  'routes/actions/offer': screen('offer', ({ parts }) => ({ offer_code: parts.at(-1) })),
  'routes/profile/profile': plain('profile'),
  'routes/search/search': screen('search', ({ query }) => ({
    has_words: Boolean(query.get('q')?.trim()),
    ...goodsList(query),
  })),
  'routes/catalogue/categories': plain('categories'),
  'routes/catalogue/catalogue': plain('catalogue'),
  'routes/catalogue/category': screen('category', ({ parts, query }) => ({
    category_id: idIn(parts[1]) ?? undefined,
    ...goodsList(query),
  })),
  'routes/product/product': screen('product', ({ parts }) => ({
    good_id: idIn(parts[1]) ?? undefined,
  })),
  'routes/product/reviews': screen('reviews', ({ parts }) => ({
    good_id: idIn(parts[1]) ?? undefined,
  })),
  'routes/stores/stores': screen('stores', ({ query }) => ({
    has_words: Boolean(query.get('q')?.trim()),
    is_open_now: query.get('open') === '1',
    is_near: query.has('lat'),
  })),
  'routes/stores/store': screen('store', ({ parts }) => ({ store_code: parts[1] })),
  'routes/profile/edit/edit': plain('profile_edit'),
  'routes/profile/stars/stars': plain('stars'),
  'routes/profile/cards/cards': plain('cards'),
  'routes/profile/cards-add/cards-add': plain('cards_add'),
  'routes/profile/notification/notification': plain('notification'),
  'routes/profile/push-instruction/push-instruction': plain('push_instruction'),
  'routes/profile/legal/legal': plain('legal'),
  'routes/profile/transactions/transactions': plain('transactions'),
  'routes/profile/transaction/transaction': plain('transaction'),
  'routes/profile/rate/rate': plain('rate'),
  'routes/profile/rate/rate-purchase': plain('rate_purchase'),
  'routes/profile/survey/survey': screen('survey', ({ parts }) => ({ survey_id: parts.at(-1) })),
} satisfies Record<string, Screen>

/** The view of a route at an address; null for a route that shows nothing. */
export function viewOf(
  routeId: string,
  url: URL,
): { view: ViewName; properties: Record<string, unknown> } | null {
  if (!Object.hasOwn(screens, routeId)) return null
  const { view, read }: Screen = screens[routeId as keyof typeof screens]
  const parts = url.pathname.split('/').filter(Boolean)
  return { view, properties: read({ parts, query: url.searchParams }) }
}

type Crossing =
  | { name: 'Navigation:BackToProfile'; properties: { from: 'stars' | 'cards-add' | 'legal' } }
  | { name: 'Navigation:RegistrationToLogin'; properties: Record<never, never> }

/** The screens that a navigation event can begin at. */
export const crossingStarts = [
  '/profile/stars',
  '/profile/legal',
  '/profile/cards/add',
  '/registration',
]

/**
 * The navigation event of a way from one screen to another (specification, section 2), null for
 * most ways. Back from adding a card leads to the cards, which stand for the profile there.
 */
export function crossingOf(from: string | null, view: ViewName): Crossing | null {
  const back = (place: 'stars' | 'cards-add' | 'legal'): Crossing => ({
    name: 'Navigation:BackToProfile',
    properties: { from: place },
  })
  if (from === '/profile/stars' && view === 'profile') return back('stars')
  if (from === '/profile/legal' && view === 'profile') return back('legal')
  if (from === '/profile/cards/add' && (view === 'cards' || view === 'profile'))
    return back('cards-add')
  if (from === '/registration' && view === 'login')
    return { name: 'Navigation:RegistrationToLogin', properties: {} }
  return null
}
