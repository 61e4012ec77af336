import { EVERY_SCREEN, type Endpoint } from '../../app/gateways/endpoint.server'
import { allEndpoints } from '../../app/gateways/gateways.server'
import { products } from '../../sandbox/data/goods'
import { stores } from '../../sandbox/data/stores'
import type { Sandbox } from '../../sandbox/sandbox'
import { addressOf, foundOf } from './found'
import type { Visitor } from './visitor'

/** A screen that calls an endpoint: the first one that the endpoint names. */
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

/** A screen of every shopper, for calls of all screens. */
const ANY_SCREEN = '/profile/cards'

const storeOf = (number: number) => stores[number % stores.length]!
const productOf = (number: number) =>
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
    searchParams.set('q', pathname === '/stores' ? spell(number) : productOf(number).name)
  if (searchParams.has('lat')) searchParams.set('lat', String(45 + (number % 9000) / 1000))
  return `${pathname}${url.search}`
}

/**
 * Every endpoint that screens call. Endpoints with the longest cache are first, because screens of other
 * endpoints would fill that cache.
 */
export const openings: readonly Opening[] = allEndpoints
  .filter(({ effect, usedBy }) => effect === 'safe' && usedBy.length > 0)
  .toSorted((one, other) => (other.freshMs ?? 0) - (one.freshMs ?? 0))
  .map((declared, index, all) => ({
    endpoint: declared.name,
    declared,
    isPublic: declared.auth === 'none',
    turn: all.slice(0, index).filter(({ usedBy }) => usedBy[0] === declared.usedBy[0]).length,
    offset: index * 31,
    address(sandbox, phone, number) {
      const own = number + this.offset
      const first = declared.usedBy === EVERY_SCREEN ? ANY_SCREEN : declared.usedBy[0]!
      const store = storeOf(own)
      const product = productOf(own + index * stores.length)
      const ids = {
        ...foundOf(sandbox.state.user(phone)),
        store,
        storeCode: store.externalId.storeCode,
        goodId: `${product.id}-${product.seoCode}`,
      }
      return varied(addressOf(first, ids), own)
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
  visitor.cookies.set('v1_store', storeOf(number + opening.offset).externalId.storeCode)
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
