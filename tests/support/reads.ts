import type { Endpoint } from '../../app/gateways/endpoint.server'
import { allEndpoints } from '../../app/gateways/gateways.server'
import type { ScreenId } from '../../app/routes'
import { getRating, products } from '../../sandbox/data/products'
import { stores } from '../../sandbox/data/stores'
import type { Sandbox } from '../../sandbox/sandbox'
import { exampleAddress } from './examples'
import type { ReadName } from './forms'
import type { Visitor } from './visitor'

/** A screen that calls an endpoint and shows its answer best, with what it needs of the answer. */
interface Read {
  at: ScreenId
  query?: string
  /** The path of the screen data that needs the answer; absent when the screen works without it. */
  block?: string
  /** Needed fields: without one, the answer or the entry with it is dropped. */
  needed: string
  /** Optional fields that must never have another type. */
  strict?: string
  /** Fields of a list that is useless when one entry is invalid. */
  whole?: string
  /** A list by pages: its entries in the HTML, and where to read it, by default the screen's address. */
  list?: { entry: RegExp; at?: readonly ((turn: number) => string)[] }
}

/** Most addresses contain one of these letters; each turn reads other stores, because they are cached. */
const LETTERS = 'аеинорстлукдмпвбгзя1йь'
const reviewed = products.filter(
  (product) => !product.isForAdults && getRating(product).commentsCount > 20,
)

const within = (list: string, fields: string) =>
  `${list} ${fields.replaceAll(/(^| )\[\]/g, `$1${list}.[]`)}`
const coupons = within('coupons', '[] [].favoriteId [].title [].items.[] [].items.[].couponCode')
const good = '[] [].id [].name [].price [].gallery.[] [].gallery.[].type [].gallery.[].url'
const poll = 'questions.[] questions.[].id questions.[].type questions.[].title'
const options = 'questions.[].options.[] questions.[].options.[].id questions.[].options.[].title'
const near = 'lat=55.751&lon=37.618'
const store =
  '[] [].address [].externalId [].externalId.storeCode [].deliveryTypeList.[]' +
  ' [].timetableList.[] [].timetableList.[].key [].timetableList.[].value'

/** Every read with its screen; null: no screen shows it yet. */
export const reads: Record<ReadName, Read | null> = {
  'GET /v1/profile': { at: 'profile/edit.screen', block: 'person', needed: '' },
  'GET /v1/user/totp': { at: 'card/card.screen', block: 'card', needed: 'identifier totp' },
  'GET /v3/user/balance': {
    at: 'purchases/points.screen',
    block: 'points',
    needed: 'totalPointBalance items.[] items.[].amount items.[].expiresAt',
  },
  'GET /v3/user/cards': {
    at: 'profile/cards.screen',
    block: 'cards',
    needed: 'identifiers identifiers.[]',
  },
  'GET /v1/keeperid/bunch': { at: 'profile/cards.screen', needed: '' },
  'GET /cuscom/v2/user/permissions': {
    at: 'push/notification.screen',
    block: 'consents',
    needed: '',
  },
  'POST /ab/v1/experiments-and-features': {
    at: 'today/today.screen',
    needed: `active_experiments_group_ids.[] ${within('features', '[] [].feature_name [].group_name')}`,
  },
  'GET /v1/v1-market/adfox': {
    at: 'today/today.screen',
    needed: within('banners', '[] [].title [].imageUrl [].link'),
    strict: 'banners.[].erid',
  },
  'POST /v1/stores-facade/search/detail': {
    at: 'stores/stores.screen',
    query: 'q=ленина',
    block: 'stores',
    needed: within('data', store),
    list: {
      entry: /href="(\/stores\/\d+)"/g,
      at: [(turn) => `/stores?q=${LETTERS[turn % LETTERS.length]}`],
    },
  },
  'POST /v1/stores-facade/store': {
    at: 'stores/store.screen',
    block: 'store',
    needed: store.replaceAll(/(^| )\[\]\.?/g, '$1').trimStart(),
  },
  'POST /v1/stores-facade/search': {
    at: 'stores/stores.screen',
    query: near,
    needed: `items ${within('items.items', store)}`,
  },
  'POST /v1/store-search': {
    at: 'stores/stores.screen',
    query: near,
    block: 'stores',
    needed: within('stores', '[] [].code [].latitude [].longitude'),
  },
  'GET /v1/cities/getbyfiasid': { at: 'stores/store.screen', needed: 'region' },
  'GET /v3/categories/store/{storeCode}': {
    at: 'catalogue/categories.screen',
    block: 'departments',
    needed: within(
      'items',
      '[] [].id [].name [].children.[] [].children.[].id [].children.[].name',
    ),
  },
  'POST /v2/goods/search': {
    at: 'catalogue/search.screen',
    block: 'list.products',
    needed: `${within('items', good)} items.[].weighted.isWeighted items.[].weighted.shelfWeight items.[].badges.[] items.[].badges.[].text`,
    strict: 'items.[].weighted items.[].isForAdults',
    list: {
      entry: /href="(\/product\/\d+)/g,
      at: [() => '/search?q=к', () => '/catalog/100-molochnye-produkty'],
    },
  },
  'GET /v2/goods/{id}': {
    at: 'catalogue/product/product.screen',
    block: 'product',
    needed:
      'id name price weighted.isWeighted weighted.shelfWeight gallery.[] gallery.[].type gallery.[].url' +
      ' badges.[] badges.[].text details.[] details.[].name details.[].parameters.[]' +
      ' details.[].parameters.[].name details.[].parameters.[].value',
    strict: 'weighted isForAdults',
  },
  'POST /v1/goods/filters': {
    at: 'catalogue/search.screen',
    block: 'list.filters',
    needed: within(
      'filters',
      '[] [].id [].title [].type [].values.[] [].values.[].id [].values.[].title',
    ),
  },
  'GET /v2/object/feedback': {
    at: 'catalogue/product/reviews.screen',
    block: 'reviews',
    needed: within('items', '[] [].score'),
    list: {
      entry: />(\d{1,2}[^<>]+20\d\d)</g,
      at: [(turn) => `/product/${reviewed[turn]!.id}-${reviewed[turn]!.seoCode}/reviews`],
    },
  },
  'GET /v1/object/{id}/scores': {
    at: 'catalogue/product/reviews.screen',
    block: 'scores',
    needed: 'rating scoresCount',
  },
  'GET /v2/user/coupons': {
    at: 'coupons/coupons.screen',
    block: 'found',
    needed: coupons,
    list: { entry: /href="(\/coupons\/c\d+)"/g },
  },
  'GET /v2/user/coupons/favorite': {
    at: 'coupons/coupons.screen',
    query: 'tab=mine',
    block: 'found',
    needed: coupons,
  },
  'GET /v3/offers/opt-in': {
    at: 'offers/offers.screen',
    block: 'found',
    needed: within('offers', '[] [].code [].title'),
    list: { entry: /href="\/actions\/offers\/(o\d+)"/g },
  },
  'GET /v2/user/personal-promotions': {
    at: 'offers/actions.screen',
    block: 'promotions',
    needed: within('promotions', '[] [].name'),
  },
  'GET /v3/user/transactions': {
    at: 'purchases/transactions.screen',
    block: 'page',
    needed: within('transactions', '[] [].id [].createdAt'),
    list: { entry: /transactions\/([\w-]+)"/g },
  },
  'GET /v2/user/transactions/{id}': {
    at: 'purchases/transaction.screen',
    block: 'view',
    needed: 'id createdAt receipt.items.[] receipt.items.[].name',
  },
  'GET /v1/transaction/{id}/poll': {
    at: 'surveys/rate-purchase.screen',
    block: 'poll',
    needed: `questions questions.[].options ${options}`,
    whole: poll,
  },
  'GET /v2/user/poll': {
    at: 'surveys/rate.screen',
    block: 'polls',
    needed: within('polls', '[] [].id'),
  },
  'GET /v2/poll': {
    at: 'surveys/survey.screen',
    block: 'poll',
    needed: `questions ${options}`,
    whole: `${poll} questions.[].options`,
  },
}

/** A read of a screen, for many requests. */
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
function varied(address: string, query: string, number: number): string {
  const url = new URL(`${address}${address.includes('?') ? '&' : '?'}${query}`, 'http://site')
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
    const read = Object.entries(reads).find(([name]) => name === declared.name)?.[1]
    return read ? [{ declared, read }] : []
  })
  .toSorted((one, other) => (other.declared.freshMs ?? 0) - (one.declared.freshMs ?? 0))
  .map(({ declared, read: { at, query = '' } }, index, all) => ({
    endpoint: declared.name,
    declared,
    isPublic: declared.auth === 'none',
    turn: all.slice(0, index).filter(({ read }) => read.at === at).length,
    offset: index * 31,
    address(sandbox, phone, number) {
      const own = number + this.offset
      const { storeCode } = getStore(own).externalId
      const { id, seoCode } = getProduct(own + index * stores.length)
      const params = { storeCode, product: `${id}-${seoCode}` }
      return varied(exampleAddress(at, sandbox.state.user(phone), params), query, own)
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
