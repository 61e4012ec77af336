import { wares } from '../../sandbox/data/goods'
import { stores } from '../../sandbox/data/stores'
import type { User } from '../../sandbox/user'
import { deadlineId } from '../../app/deadlines/deadlines.server'

/** Who an address is for, and what its loader and its action may do. */
export interface Place {
  /** `shopper`: guests sign in first; `guest`: shoppers are led to `/today`; `anybody`. */
  for: 'shopper' | 'guest' | 'anybody'
  /** What the address names, for a shopper who has one. */
  params?: (user: User) => Record<string, string>
  /** An address without a page of its own: where a look at it leads. */
  leadsTo?: string
  /** What the screen lacks when no gateway answers; it is null or absent then. */
  lacks?: readonly string[]
  /** The loader's status then; 200 where nothing is said. */
  statusWithout?: number
}

const coupon: Place['params'] = ({ coupons }) => ({ favoriteId: coupons[0]!.favoriteId })
const offer: Place['params'] = ({ offers }) => ({ code: offers[0]!.code })
const rateable: Place['params'] = ({ transactions }) => ({
  id: transactions.find(({ hasPoll }) => hasPoll)!.id,
})
const ware: Place['params'] = () => ({ product: wares[0]!.id })
const store: Place['params'] = () => ({ storeCode: stores[0]!.externalId.storeCode })

/** Every address of the product: a new one has to be added here, with what it promises. */
export const places: Record<string, Place> = {
  '': { for: 'anybody' },
  'program-loyalty': { for: 'anybody' },
  terms: { for: 'anybody' },
  pdn: { for: 'anybody' },
  details: { for: 'anybody' },
  contacts: { for: 'anybody' },
  'cookie-policy': { for: 'anybody' },
  accessibility: { for: 'anybody' },
  consent: { for: 'anybody', leadsTo: '/cookie-policy' },
  'notice/dismiss': { for: 'anybody', leadsTo: '/' },
  login: { for: 'guest' },
  'login/code': { for: 'guest' },
  'login/pause': { for: 'guest' },
  install: { for: 'anybody' },
  registration: { for: 'guest' },
  'profile/incomplete': { for: 'shopper' },
  'onboarding/:step?': { for: 'shopper', params: () => ({ step: '1' }) },
  'login/resend': { for: 'guest', leadsTo: '/login/code' },
  logout: { for: 'anybody', leadsTo: '/' },
  today: {
    for: 'shopper',
    lacks: [
      'code',
      'deadlines',
      'keptCoupons',
      'stars',
      'name',
      'receipts',
      'myCoupons',
      'coupons',
      'offers',
      'prices',
    ],
  },
  qr: { for: 'shopper', lacks: ['card', 'stars', 'cards', 'deadlines'] },
  // The device knows the number without a gateway.
  'qr/elsewhere': { for: 'shopper' },
  coupons: { for: 'shopper', lacks: ['found', 'deadlines'] },
  'coupons/:favoriteId': { for: 'shopper', params: coupon, lacks: ['coupon'] },
  actions: { for: 'shopper', lacks: ['offers', 'promotions'] },
  'actions/offers': { for: 'shopper', lacks: ['found'] },
  'actions/offers/:code': { for: 'shopper', params: offer, lacks: ['offer'] },
  'actions/coupons': { for: 'shopper', lacks: ['found', 'deadlines'] },
  'actions/coupons/:favoriteId': { for: 'shopper', params: coupon, lacks: ['coupon'] },
  deadlines: { for: 'shopper' },
  profile: { for: 'shopper', lacks: ['person', 'stars'] },
  search: { for: 'shopper', lacks: ['suggestions', 'list'] },
  categories: { for: 'shopper', lacks: ['departments'] },
  catalog: { for: 'shopper', lacks: ['departments'] },
  'catalog/:category': { for: 'shopper', params: () => ({ category: '101' }) },
  'product/:product': { for: 'shopper', params: ware, lacks: ['product'] },
  'product/:product/reviews': {
    for: 'shopper',
    params: ware,
    lacks: ['name', 'scores', 'reviews'],
  },
  stores: { for: 'shopper', lacks: ['stores'] },
  'stores/:storeCode': { for: 'shopper', params: store, lacks: ['store'] },
  'profile/not-me': { for: 'shopper' },
  'profile/my-data': {
    for: 'shopper',
    lacks: ['person', 'cards', 'stars', 'coupons', 'history', 'consents'],
  },
  'profile/edit': { for: 'shopper', lacks: ['person'] },
  'profile/stars': { for: 'shopper', lacks: ['stars', 'deadlines'] },
  'profile/cards': { for: 'shopper', lacks: ['cards'] },
  'profile/cards/add': { for: 'shopper', lacks: ['challenge'] },
  'profile/notification': { for: 'shopper', lacks: ['consents'] },
  'profile/push-instruction': { for: 'shopper' },
  'profile/legal': { for: 'shopper', lacks: ['consents'] },
  'profile/purchases': { for: 'shopper', lacks: ['sums'] },
  'profile/transactions': { for: 'shopper', lacks: ['page'] },
  'profile/transactions/search': { for: 'shopper' },
  'profile/transactions/:id': {
    for: 'shopper',
    params: ({ transactions }) => ({ id: transactions[0]!.id }),
    lacks: ['view'],
  },
  'profile/transactions/:id/again': {
    for: 'shopper',
    params: ({ transactions }) => ({ id: transactions[0]!.id }),
    lacks: ['again'],
  },
  'profile/rate': { for: 'shopper', lacks: ['rateable', 'polls'] },
  'profile/rate/:id': { for: 'shopper', params: rateable, lacks: ['poll'] },
  'profile/survey/:surveyId': {
    for: 'shopper',
    params: ({ polls }) => ({ surveyId: polls[0]!.id }),
    lacks: ['poll'],
  },
  'qr/till': { for: 'shopper', lacks: ['card'] },
  'qr/print': { for: 'shopper' },
  'qr/pass': { for: 'shopper' },
  'qr/code': { for: 'shopper', leadsTo: '/qr' },
  'today/dismiss': { for: 'shopper', leadsTo: '/today' },
  'today/it-was-me': { for: 'shopper', leadsTo: '/today' },
  'today/not-me': { for: 'shopper', leadsTo: '/profile/not-me' },
  'coupons/activate-all': { for: 'shopper', leadsTo: '/coupons' },
  'actions/offers/join-all': { for: 'shopper', leadsTo: '/actions/offers' },
  'coupons/:favoriteId/activate': { for: 'shopper', params: coupon, leadsTo: '/coupons' },
  'coupons/:favoriteId/remove': { for: 'shopper', params: coupon, leadsTo: '/coupons' },
  'actions/offers/:code/join': { for: 'shopper', params: offer, leadsTo: '/actions/offers' },
  'profile/confirm-email': { for: 'shopper', leadsTo: '/profile/edit' },
  'catalog/confirm-age': { for: 'shopper', leadsTo: '/catalog' },
  'stores/choose': { for: 'shopper', leadsTo: '/stores' },
  'stores/points': { for: 'shopper', statusWithout: 503 },
  'deadlines/calendar/:item?': {
    for: 'shopper',
    params: ({ coupons }) => ({ item: deadlineId('coupon', coupons[0]!.favoriteId) }),
    // There is no file to give: the page says so.
    statusWithout: 302,
  },
  'profile/my-data/:file': {
    for: 'shopper',
    params: () => ({ file: 'purchases.csv' }),
    leadsTo: '/profile/my-data',
  },
  'profile/theme': { for: 'shopper', leadsTo: '/profile' },
  'profile/start': { for: 'shopper', leadsTo: '/profile' },
  'profile/notification/change': { for: 'shopper', leadsTo: '/profile/notification' },
  'profile/notification/quiet': { for: 'shopper', leadsTo: '/profile/notification' },
  'profile/illegal': { for: 'anybody', leadsTo: '/profile/legal' },
  events: { for: 'anybody' },
  errors: { for: 'anybody' },
  'csp-reports': { for: 'anybody' },
  'push/enrol': { for: 'shopper', leadsTo: '/profile' },
  'push/messages': { for: 'anybody' },
  'push/due': { for: 'anybody' },
  'manifest.webmanifest': { for: 'anybody' },
  'robots.txt': { for: 'anybody' },
  'sitemap.xml': { for: 'anybody' },
  '.well-known/security.txt': { for: 'anybody' },
  reload: { for: 'anybody', leadsTo: '/' },
  'builds/meta/:file': { for: 'anybody' },
  '*': { for: 'anybody' },
}
