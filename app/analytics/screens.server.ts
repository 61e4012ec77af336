import { transactionKinds, type ViewName, type ViewProperties } from './catalogue.server'
import { goodIdIn, idIn } from '~/lib/address-part'
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

const hasText = (query: URLSearchParams, ...names: string[]) =>
  names.some((name) => Boolean(query.get(name)?.trim()))

/** The view of every screen of `app/routes.ts`, by the route's id. */
export const screens = {
  'welcome/landing.screen': plain('landing'),
  'legal/program-loyalty': document('program-loyalty'),
  'legal/terms': document('terms'),
  'legal/pdn': document('pdn'),
  'legal/details': document('details'),
  'legal/contacts': document('contacts'),
  'legal/cookie-policy': document('cookie-policy'),
  'legal/accessibility': document('accessibility'),
  'sign-in/login.screen': plain('login'),
  'sign-in/code.screen': plain('login_code'),
  'sign-in/pause.screen': plain('login_pause'),
  'install/install.screen': plain('install'),
  'sign-in/registration.screen': plain('registration'),
  'sign-in/incomplete.screen': plain('profile_incomplete'),
  'welcome/onboarding.screen': screen('onboarding', ({ parts }) => ({ step: Number(parts[1]) })),
  'today/today.screen': plain('today'),
  'card/card.screen': plain('card'),
  'card/elsewhere.screen': plain('card_elsewhere'),
  'card/print.screen': plain('card_print'),
  'card/till.screen': plain('till'),
  'coupons/coupons.screen': coupons,
  'actions-coupons': coupons,
  'coupons/coupon.screen': coupon,
  'actions-coupon': coupon,
  'offers/actions.screen': plain('actions'),
  'offers/offers.screen': plain('offers'),
  'offers/offer.screen': screen('offer', ({ parts }) => ({ offer_code: parts.at(-1) })),
  'deadlines/deadlines.screen': plain('deadlines'),
  'profile/profile.screen': plain('profile'),
  'catalogue/search.screen': screen('search', ({ query }) => ({
    has_words: Boolean(query.get('q')?.trim()),
    ...goodsList(query),
  })),
  'catalogue/categories.screen': plain('categories'),
  'catalogue/catalogue.screen': plain('catalogue'),
  'catalogue/category.screen': screen('category', ({ parts, query }) => ({
    category_id: idIn(parts[1]) ?? undefined,
    ...goodsList(query),
  })),
  'catalogue/product/product.screen': screen('product', ({ parts }) => ({
    good_id: goodIdIn(parts[1]) ?? undefined,
  })),
  'catalogue/product/reviews.screen': screen('reviews', ({ parts }) => ({
    good_id: goodIdIn(parts[1]) ?? undefined,
  })),
  'stores/stores.screen': screen('stores', ({ query }) => ({
    has_words: Boolean(query.get('q')?.trim()),
    is_open_now: query.get('open') === '1',
    is_near: query.has('lat'),
  })),
  'stores/store.screen': screen('store', ({ parts }) => ({ store_code: parts[1] })),
  'account-watch/not-me.screen': plain('not_me'),
  'my-data/my-data.screen': plain('my_data'),
  'profile/edit.screen': plain('profile_edit'),
  'purchases/stars.screen': plain('stars'),
  'profile/cards.screen': plain('cards'),
  'profile/cards-add.screen': plain('cards_add'),
  'push/notification.screen': plain('notification'),
  'push/push-instruction.screen': plain('push_instruction'),
  'profile/legal.screen': plain('legal'),
  'purchases/overview/overview.screen': plain('purchases'),
  'purchases/transactions.screen': plain('transactions'),
  'purchases/find.screen': screen('transactions_search', ({ query }) => ({
    has_words: hasText(query, 'q'),
    has_sum: hasText(query, 'sumFrom', 'sumTo'),
    has_dates: hasText(query, 'since', 'until'),
    kind: transactionKinds.find((kind) => kind === query.get('kind')) ?? 'ALL',
    is_continued: query.has('offset'),
  })),
  'purchases/transaction.screen': plain('transaction'),
  'buy-again/again.screen': plain('buy_again'),
  'surveys/rate.screen': plain('rate'),
  'surveys/rate-purchase.screen': plain('rate_purchase'),
  'surveys/survey.screen': screen('survey', ({ parts }) => ({ survey_id: parts.at(-1) })),
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
