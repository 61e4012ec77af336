import type { Sandbox } from '../../sandbox/sandbox'
import { wares } from '../../sandbox/data/goods'
import { stores } from '../../sandbox/data/stores'
import type { Visitor } from './visitor'

/** How a screen is opened that needs the answer of one endpoint. */
export interface Reach {
  /** As the contract writes it. */
  endpoint: string
  /**
   * The screen's address. For what is public and kept for everybody, each number up to `keys`
   * asks for something that was not asked for before.
   */
  path(sandbox: Sandbox, phone: string, number: number): string
  /** Cookies that the screen needs besides the session; null takes one away. */
  cookies?: (number: number) => Record<string, string | null>
  /** The same for everybody, and perhaps kept: how many different things can be asked for. */
  keys?: number
  /** The screen without this answer has nothing to say of it, or shows it by other words. */
  quiet?: true | RegExp
}

const store = (number: number) => stores[number % stores.length]!
const storeCode = (number: number) => store(number).externalId.storeCode
const ware = (number: number) => wares[Math.floor(number / stores.length) % wares.length]!
const inStore = (number: number) => ({ v1_store: storeCode(number) })
const product = (number: number) => `/product/${ware(number).id}-${ware(number).seoCode}`
const pairs = stores.length * wares.length

const transaction = (sandbox: Sandbox, phone: string) =>
  sandbox.state.user(phone).transactions.find(({ hasPoll }) => hasPoll)!.id
const poll = (sandbox: Sandbox, phone: string) => sandbox.state.user(phone).polls[0]!.id

/** Words that are found in addresses, another combination for each number. */
function words(number: number): string {
  const letters = 'оаинреслк'
  const word = number.toString(letters.length).replace(/\d/g, (digit) => letters[Number(digit)]!)
  return `м ${[...word].join(' ')}`
}

/** Every endpoint that a GET of a screen asks, and a screen that does. */
export const reaches: readonly Reach[] = [
  { endpoint: 'GET /v1/user/totp', path: () => '/qr', quiet: /Код не загрузился/ },
  { endpoint: 'GET /v3/user/balance', path: () => '/profile/stars' },
  { endpoint: 'GET /v3/user/cards', path: () => '/profile/cards' },
  {
    // Nobody is stopped while it cannot be said whether the profile is complete.
    endpoint: 'GET /v1/keeperid/bunch',
    path: () => '/profile/cards',
    cookies: () => ({ v1_incomplete: null }),
    quiet: true,
  },
  { endpoint: 'GET /cuscom/v2/user/permissions', path: () => '/profile/notification' },
  { endpoint: 'GET /v1/v1-market/adfox', path: () => '/today', quiet: true },
  { endpoint: 'GET /v1/profile', path: () => '/profile/edit' },
  { endpoint: 'GET /v2/user/coupons', path: () => '/coupons' },
  { endpoint: 'GET /v2/user/coupons/favorite', path: () => '/coupons?tab=mine' },
  { endpoint: 'GET /v3/offers/opt-in', path: () => '/actions/offers' },
  {
    endpoint: 'GET /v2/user/personal-promotions',
    path: () => '/actions',
    cookies: inStore,
    keys: stores.length,
  },
  { endpoint: 'GET /v3/user/transactions', path: () => '/profile/transactions' },
  {
    endpoint: 'GET /v2/user/transactions/{id}',
    path: (sandbox, phone) => `/profile/transactions/${transaction(sandbox, phone)}`,
  },
  {
    endpoint: 'GET /v1/transaction/{id}/poll',
    path: (sandbox, phone) => `/profile/rate/${transaction(sandbox, phone)}`,
  },
  { endpoint: 'GET /v2/user/poll', path: () => '/profile/rate' },
  {
    endpoint: 'GET /v2/poll',
    path: (sandbox, phone) => `/profile/survey/${poll(sandbox, phone)}`,
  },
  {
    endpoint: 'POST /v1/user/poll/displayed',
    path: (sandbox, phone) => `/profile/survey/${poll(sandbox, phone)}`,
    quiet: true,
  },
  {
    // A city that cannot be asked for is judged by its longitude.
    endpoint: 'GET /v1/cities/getbyfiasid',
    path: (_, __, number) => `/stores/${storeCode(number * 6)}`,
    keys: 12,
    quiet: true,
  },
  {
    endpoint: 'POST /v1/stores-facade/store',
    path: (_, __, number) => `/stores/${storeCode(number + 1)}`,
    keys: stores.length,
  },
  {
    endpoint: 'POST /v1/stores-facade/search/detail',
    path: (_, __, number) => `/stores?q=${encodeURIComponent(words(number))}`,
    keys: 10_000,
  },
  {
    endpoint: 'POST /v1/store-search',
    path: (_, __, number) => `/stores?lat=${55 + (number % 4000) / 1000}&lon=37.6`,
    keys: 4000,
  },
  {
    // Without the timetables the nearest stores are shown without their hours.
    endpoint: 'POST /v1/stores-facade/search',
    path: (_, __, number) => `/stores?lat=${45 + (number % 9000) / 1000}&lon=38.9`,
    keys: 100,
    quiet: true,
  },
  {
    endpoint: 'GET /v3/categories/store/{storeCode}',
    path: () => '/categories',
    cookies: inStore,
    keys: stores.length,
  },
  {
    endpoint: 'POST /v2/goods/search',
    path: (_, __, number) => `/search?q=${encodeURIComponent(ware(number).name)}`,
    cookies: inStore,
    keys: pairs,
  },
  {
    endpoint: 'POST /v1/goods/filters',
    path: (_, __, number) => `/search?q=${encodeURIComponent(ware(number + pairs / 2).name)}`,
    cookies: inStore,
    keys: pairs,
  },
  {
    endpoint: 'GET /v2/goods/{id}',
    path: (_, __, number) => product(number + 100 * stores.length),
    cookies: inStore,
    keys: pairs,
  },
  {
    endpoint: 'GET /v2/object/feedback',
    path: (_, __, number) => `${product(number * stores.length)}/reviews`,
    cookies: inStore,
    keys: wares.length,
  },
  {
    endpoint: 'GET /v1/object/{id}/scores',
    path: (_, __, number) => `${product((number + 200) * stores.length)}/reviews`,
    cookies: inStore,
    keys: wares.length,
  },
]

/** Opens the screen. */
export function open(
  { path, cookies }: Reach,
  { visitor, sandbox, phone, number }: Asking,
): Promise<Response> {
  for (const [name, value] of Object.entries(cookies?.(number) ?? {}))
    if (value === null) visitor.cookies.delete(name)
    else visitor.cookies.set(name, value)
  return visitor.get(path(sandbox, phone, number))
}

export interface Asking {
  visitor: Visitor
  sandbox: Sandbox
  phone: string
  number: number
}

/** The calls of an endpoint that were made for this visitor. */
export function callsFor({ visitor, sandbox }: Pick<Asking, 'visitor' | 'sandbox'>, name: string) {
  const device = visitor.cookies.get('v1_device')?.toLowerCase()
  return sandbox.calls.filter(
    ({ endpoint, headers }) =>
      endpoint === name && headers['x-device-id']?.toLowerCase() === device,
  )
}
