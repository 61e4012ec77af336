/** Which screens read an answer, and what they are without it. */
export interface Consumers {
  /** Addresses; `/product/*` are all screens below it. */
  screens: readonly string[]
  /** The screens without the whole answer. */
  without: string
}

const consumers: Record<string, Consumers> = {
  'POST /v1/auth/otp': { screens: ['/login'], without: 'nobody can sign in' },
  'POST /v1/auth/otp/check': { screens: ['/login/code'], without: 'nobody can sign in' },
  'POST /v1/auth/token': { screens: ['/login/code'], without: 'nobody can sign in' },
  'POST /v1/auth/token/refresh': {
    screens: ['every screen of a shopper'],
    without: 'personal blocks say that they could not be loaded; nobody is signed out',
  },
  'POST /v3/profile/register/magnit-id-code': {
    screens: ['/registration'],
    without: 'nobody can register',
  },
  'GET /v1/profile': {
    screens: [
      '/today',
      '/profile',
      '/profile/edit',
      '/profile/incomplete',
      '/qr',
      '/qr/till',
      '/qr/elsewhere',
      '/qr/print',
      '/profile/my-data',
    ],
    without:
      'no greeting by name; the data of the shopper cannot be edited; a failing code has only what the device knows to stand in for it',
  },
  'PATCH /v1/profile': {
    screens: ['/profile/edit', '/profile/incomplete'],
    without: 'changes are not saved',
  },
  'POST /v1/profile/email-confirm': {
    screens: ['/profile/edit', '/profile/incomplete', '/registration'],
    without: 'no letter is sent',
  },
  'GET /v1/user/totp': {
    screens: ['/qr', '/qr/till', '/today'],
    without: 'the card shows its number in place of the one-time code, if the device knows it',
  },
  'GET /v1/user/virtual-card': { screens: ['/qr'], without: 'who has no card gets none' },
  'GET /v3/user/balance': {
    screens: [
      '/today',
      '/qr',
      '/profile',
      '/profile/stars',
      '/coupons',
      '/deadlines',
      '/profile/my-data',
    ],
    without: 'no stars are shown, nor when they expire',
  },
  'GET /v3/user/cards': {
    screens: ['/profile/cards', '/qr', '/today', '/profile/my-data'],
    without: 'no list of cards; a new card in the account is noticed by nobody',
  },
  'POST /v2/user/card/merge': { screens: ['/profile/cards/add'], without: 'no card can be added' },
  'GET /v1/keeperid/bunch': {
    screens: ['every screen of a shopper'],
    without: 'nobody is asked for what their profile lacks',
  },
  'GET /cuscom/v2/user/permissions': {
    screens: ['/profile/notification', '/profile/legal', '/today', '/profile/my-data'],
    without: 'the consents cannot be seen',
  },
  'PUT /cuscom/v2/user/permissions': {
    screens: ['/profile/notification', '/registration'],
    without: 'the consents cannot be changed, nor kept as they were given at registration',
  },
  'POST /cuscom/v3/user-device/enroll': {
    screens: ['/profile/notification'],
    without: 'no device gets pushes',
  },
  'POST /ab/v1/experiments-and-features': {
    screens: ['/today'],
    without: 'every visitor sees what is shown without an experiment',
  },
  'GET /v1/v1-market/adfox': { screens: ['/today'], without: 'no banners' },
  'GET /v3/categories/store/{storeCode}': {
    screens: ['/categories', '/catalog', '/search'],
    without: 'the catalogue has no categories',
  },
  'POST /v2/goods/search': {
    screens: ['/catalog', '/catalog/*', '/search', '/product/*', '/profile/transactions/*'],
    without: 'no goods are found',
  },
  'GET /v2/goods/{id}': { screens: ['/product/*'], without: 'no product can be opened' },
  'POST /v1/goods/filters': {
    screens: ['/catalog', '/catalog/*', '/search'],
    without: 'lists have no filters',
  },
  'GET /v2/object/feedback': { screens: ['/product/*'], without: 'no reviews' },
  'POST /v2/object/feedback': { screens: ['/product/*'], without: 'no review can be left' },
  'GET /v1/object/{id}/scores': { screens: ['/product/*'], without: 'no rating' },
  'GET /v2/user/coupons': {
    screens: [
      '/coupons',
      '/coupons/*',
      '/today',
      '/qr',
      '/deadlines',
      '/profile/stars',
      '/profile/my-data',
    ],
    without: 'no coupons',
  },
  'GET /v2/user/coupons/favorite': {
    screens: ['/coupons', '/today'],
    without: 'no activated coupons',
  },
  'POST /v2/user/coupons/favorite': {
    screens: ['/coupons'],
    without: 'no coupon can be activated',
  },
  'GET /v3/offers/opt-in': {
    screens: [
      '/actions',
      '/actions/offers',
      '/actions/offers/*',
      '/today',
      '/coupons',
      '/qr',
      '/deadlines',
      '/profile/stars',
    ],
    without: 'no offers',
  },
  'POST /v2/offers/opt-in': { screens: ['/actions/offers'], without: 'no offer can be activated' },
  'GET /v2/user/personal-promotions': {
    screens: ['/actions', '/today'],
    without: 'no personal prices',
  },
  'GET /v3/user/transactions': {
    screens: [
      '/profile/transactions',
      '/profile/transactions/search',
      '/profile/purchases',
      '/today',
      '/profile/rate',
      '/profile/my-data',
    ],
    without: 'no purchases, no overview, nothing to rate',
  },
  'GET /v2/user/transactions/{id}': {
    screens: ['/profile/transactions/*', '/profile/purchases', '/profile/rate/*'],
    without: 'no receipts',
  },
  'GET /v1/transaction/{id}/poll': {
    screens: ['/profile/rate/*'],
    without: 'no purchase can be rated',
  },
  'POST /v1/transaction/{id}/poll': {
    screens: ['/profile/rate/*'],
    without: 'ratings are not saved',
  },
  'GET /v2/user/poll': {
    screens: ['/profile/rate', '/profile/survey/*', '/today'],
    without: 'no surveys',
  },
  'GET /v2/poll': { screens: ['/profile/survey/*'], without: 'no survey can be opened' },
  'POST /v2/poll': { screens: ['/profile/survey/*'], without: 'answers are not saved' },
  'POST /v1/user/poll/displayed': {
    screens: ['/profile/survey/*'],
    without: 'nobody is told that a survey was shown',
  },
  'POST /v1/stores-facade/store': {
    screens: ['/stores', '/stores/*', '/today', '/catalog'],
    without: 'the default store stands in for the chosen one',
  },
  'POST /v1/stores-facade/search': { screens: ['/stores'], without: 'distances have no hours' },
  'POST /v1/stores-facade/search/detail': { screens: ['/stores'], without: 'no stores are found' },
  'POST /v1/store-search': { screens: ['/stores'], without: 'no stores nearby' },
  'GET /v1/cities/getbyfiasid': {
    screens: ['/stores', '/stores/*'],
    without: 'opening hours follow the place on the map instead of the region',
  },
  'POST /login_start': { screens: ['/login'], without: 'signing in goes on unannounced' },
}

/** @param name the endpoint's id, e.g. `GET /v3/user/balance` @throws Error for one that nobody wrote down */
export function consumersOf(name: string): Consumers {
  const known = consumers[name]
  if (!known) throw new Error(`${name}: say in consumers.server.ts who reads it`)
  return known
}
