import type { Endpoint } from '../../app/gateways/endpoint.server'
import { allEndpoints } from '../../app/gateways/gateways.server'
import { products } from '../../sandbox/data/goods'
import { stores } from '../../sandbox/data/stores'
import type { Sandbox } from '../../sandbox/sandbox'
import { getAddress, getFound } from './found'
import type { Visitor } from './visitor'
import type { ReadName } from './writes'

/** A screen that calls an endpoint, and shows its answer best. */
export interface Opening {
  /** The endpoint's name. */
  endpoint: string
  declared: Endpoint
  /** Responses are cached for everybody, so each number up to some hundred requests another item. */
  isPublic: boolean
  /** The round in which its fault is tried: endpoints of one screen fail in separate rounds. */
  turn: number
  /** Offset of the requested products and stores: another one for each endpoint. */
  offset: number
  address(sandbox: Sandbox, phone: string, number: number): string
}

/** The screen of each read; `{name}` is an id in `ExampleIds`. Null: no screen shows it yet. */
const SCREENS: Record<ReadName, string | null> = {
  'GET /v1/profile': '/profile/edit',
  'GET /v1/user/totp': '/qr',
  'GET /v3/user/balance': '/profile/stars',
  'GET /v3/user/cards': '/profile/cards',
  'GET /v1/keeperid/bunch': '/profile/cards',
  'GET /cuscom/v2/user/permissions': '/profile/notification',
  'POST /ab/v1/experiments-and-features': '/today',
  'GET /v1/v1-market/adfox': '/today',
  'POST /v1/stores-facade/search/detail': '/stores?q=ленина',
  'POST /v1/stores-facade/store': '/stores/{storeCode}',
  'POST /v1/stores-facade/search': '/stores?lat=55.75&lon=37.6',
  'POST /v1/store-search': '/stores?lat=55.75&lon=37.6',
  'GET /v1/cities/getbyfiasid': '/stores/{storeCode}',
  'GET /v3/categories/store/{storeCode}': '/categories',
  'POST /v2/goods/search': '/search?q=молоко',
  'GET /v2/goods/{id}': '/product/{productId}',
  'POST /v1/goods/filters': '/search?q=молоко',
  'GET /v2/object/feedback': '/product/{productId}/reviews',
  'GET /v1/object/{id}/scores': '/product/{productId}/reviews',
  'GET /v2/user/coupons': '/coupons',
  'GET /v2/user/coupons/favorite': '/coupons?tab=mine',
  'GET /v3/offers/opt-in': '/actions/offers',
  'GET /v2/user/personal-promotions': '/actions',
  'GET /v3/user/transactions': '/profile/transactions',
  'GET /v2/user/transactions/{id}': '/profile/transactions/{transactionId}',
  'GET /v1/transaction/{id}/poll': '/profile/rate/{ratedId}',
  'GET /v2/user/poll': '/profile/rate',
  'GET /v2/poll': '/profile/survey/{pollId}',
}

const getStore = (number: number) => stores[number % stores.length]!
const getProduct = (number: number) =>
  products[Math.floor(number / stores.length) % products.length]!

/** Text for addresses, different for each number. */
function spell(number: number): string {
  const letters = 'оаинреслк'
  const word = number.toString(letters.length).replace(/\d/g, (digit) => letters[Number(digit)]!)
  return `м ${[...word].join(' ')}`
}

/** Another search, or another place, for each number. */
function varied(address: string, number: number): string {
  const url = new URL(address, 'http://site')
  const { searchParams, pathname } = url
  if (searchParams.has('q'))
    searchParams.set('q', pathname === '/stores' ? spell(number) : getProduct(number).name)
  if (searchParams.has('lat')) searchParams.set('lat', String(45 + (number % 9000) / 1000))
  return `${pathname}${url.search}`
}

/**
 * Every endpoint that screens call. Endpoints with the longest cache are first, because screens of other
 * endpoints would fill that cache.
 */
export const openings: readonly Opening[] = allEndpoints
  .flatMap((declared) => {
    const screen = Object.entries(SCREENS).find(([name]) => name === declared.name)?.[1]
    return screen ? [{ declared, screen }] : []
  })
  .toSorted((one, other) => (other.declared.freshMs ?? 0) - (one.declared.freshMs ?? 0))
  .map(({ declared, screen }, index, all) => ({
    endpoint: declared.name,
    declared,
    isPublic: declared.auth === 'none',
    turn: all.slice(0, index).filter((other) => other.screen === screen).length,
    offset: index * 31,
    address(sandbox, phone, number) {
      const own = number + this.offset
      const store = getStore(own)
      const product = getProduct(own + index * stores.length)
      const ids = {
        ...getFound(sandbox.state.user(phone)),
        store,
        storeCode: store.externalId.storeCode,
        productId: `${product.id}-${product.seoCode}`,
      }
      return varied(getAddress(screen, ids), own)
    },
  }))

export interface Asking {
  visitor: Visitor
  sandbox: Sandbox
  phone: string
  number: number
}

/** Opens the screen in a browser without earlier cookies. */
export function open(
  opening: Opening,
  { visitor, sandbox, phone, number }: Asking,
): Promise<Response> {
  visitor.cookies.delete('v1_incomplete')
  visitor.cookies.delete('v1_variants')
  visitor.cookies.set('v1_uuid', '0f6c1a52-6f0d-4a4e-9a50-0d7b8f0c2f11')
  visitor.cookies.set('v1_store', getStore(number + opening.offset).externalId.storeCode)
  return visitor.get(opening.address(sandbox, phone, number))
}

/** Calls of an endpoint for this visitor. */
export function callsFor({ visitor, sandbox }: Pick<Asking, 'visitor' | 'sandbox'>, name: string) {
  const device = visitor.cookies.get('v1_device')?.toLowerCase()
  return sandbox.calls.filter(
    ({ endpoint, headers }) =>
      endpoint === name && headers['x-device-id']?.toLowerCase() === device,
  )
}
