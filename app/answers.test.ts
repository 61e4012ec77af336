import { expect, test, vi } from 'vitest'

import { products } from '../sandbox/data/goods'
import { stores } from '../sandbox/data/stores'
import type { User } from '../sandbox/user'
import { changedAt, getFields, trimmed, type FieldChange, type Json } from '../tests/support/mutate'
import { testContext, type Handler } from '../tests/support/test-context'
import { loader as card } from './card/card.screen'
import { loader as catalogue } from './catalogue/catalogue.screen'
import { loader as productLoader } from './catalogue/product/product.screen'
import { loader as reviews } from './catalogue/product/reviews.screen'
import { loader as coupons } from './coupons/coupons.screen'
import { allEndpoints } from './gateways/gateways.server'
import { getIssues, parseNotingLosses } from './gateways/schemas/common.server'
import { loader as actions } from './offers/actions.screen'
import { loader as offers } from './offers/offers.screen'
import { log } from './platform/log.server'
import { loader as cards } from './profile/cards.screen'
import { loader as edit } from './profile/edit.screen'
import { loader as profile } from './profile/profile.screen'
import { loader as stars } from './purchases/stars.screen'
import { loader as transaction } from './purchases/transaction.screen'
import { loader as transactions } from './purchases/transactions.screen'
import { loader as notification } from './push/notification.screen'
import { loader as store } from './stores/store.screen'
import { loader as storeList } from './stores/stores.screen'
import { loader as ratePurchase } from './surveys/rate-purchase.screen'
import { loader as rate } from './surveys/rate.screen'
import { loader as survey } from './surveys/survey.screen'
import { loader as today } from './today/today.screen'

interface Look {
  endpoint: string
  loader: Handler
  path: string
  params?: (user: User) => Record<string, string>
  /** The path of the screen data that needs the answer; absent when the screen works without it. */
  block?: string
  /** Needed fields: without one, the answer or the entry with it is dropped. */
  needed: string
  /** Optional fields that must never have another type. */
  strict?: string
  /** Fields of a list that is useless when one entry is invalid. */
  whole?: string
}

const coupon = '[] [].favoriteId [].title [].items.[] [].items.[].couponCode'
const within = (list: string, fields: string) =>
  `${list} ${fields.replaceAll(/(^| )\[\]/g, `$1${list}.[]`)}`
const good = '[] [].id [].name [].price [].gallery.[] [].gallery.[].type [].gallery.[].url'
const strictGood = 'weighted isForAdults'
const poll = 'questions.[] questions.[].id questions.[].type questions.[].title'
const options = 'questions.[].options.[] questions.[].options.[].id questions.[].options.[].title'
const product = products.find(({ isForAdults }) => !isForAdults)!
const productParams = () => ({ product: `${product.id}-${product.seoCode}` })
const rateable: Look['params'] = ({ transactions: all }) => ({
  id: all.find(({ hasPoll }) => hasPoll)!.id,
})
const receipt: Look['params'] = ({ transactions: all }) => ({
  id: all.find(({ receipt: one }) => one?.fiscalSign)!.id,
})
const storeParams = () => ({ storeCode: stores[1]!.externalId.storeCode })
const near = '/stores?lat=55.751&lon=37.618'
const storeNeeds =
  '[] [].address [].externalId [].externalId.storeCode [].deliveryTypeList.[]' +
  ' [].timetableList.[] [].timetableList.[].key [].timetableList.[].value'

/** Every answer that a screen reads, with the fields that it needs. */
const looks: Look[] = [
  {
    endpoint: 'GET /v1/user/totp',
    loader: card,
    path: '/qr',
    block: 'card',
    needed: 'identifier totp',
  },
  {
    endpoint: 'GET /v3/user/balance',
    loader: stars,
    path: '/profile/stars',
    block: 'stars',
    needed: 'totalPointBalance items.[] items.[].amount items.[].expiresAt',
  },
  {
    endpoint: 'GET /v3/user/cards',
    loader: cards,
    path: '/profile/cards',
    block: 'cards',
    needed: 'identifiers identifiers.[]',
  },
  {
    endpoint: 'GET /cuscom/v2/user/permissions',
    loader: notification,
    path: '/profile/notification',
    block: 'consents',
    needed: '',
  },
  {
    endpoint: 'GET /v1/v1-market/adfox',
    loader: today,
    path: '/today',
    needed: within('banners', '[] [].title [].imageUrl [].link'),
    strict: 'banners.[].erid',
  },
  { endpoint: 'GET /v1/profile', loader: edit, path: '/profile/edit', block: 'person', needed: '' },
  {
    endpoint: 'GET /v1/profile',
    loader: profile,
    path: '/profile',
    block: 'person',
    needed: '',
  },
  {
    endpoint: 'GET /v2/user/coupons',
    loader: coupons,
    path: '/coupons',
    block: 'found',
    needed: within('coupons', coupon),
  },
  {
    endpoint: 'GET /v2/user/coupons/favorite',
    loader: coupons,
    path: '/coupons?tab=mine',
    block: 'found',
    needed: within('coupons', coupon),
  },
  {
    endpoint: 'GET /v3/offers/opt-in',
    loader: offers,
    path: '/actions/offers',
    block: 'found',
    needed: within('offers', '[] [].code [].title'),
  },
  {
    endpoint: 'GET /v2/user/personal-promotions',
    loader: actions,
    path: '/actions',
    block: 'promotions',
    needed: within('promotions', '[] [].name'),
  },
  {
    endpoint: 'GET /v3/user/transactions',
    loader: transactions,
    path: '/profile/transactions',
    block: 'page',
    needed: within('transactions', '[] [].id [].createdAt'),
  },
  {
    endpoint: 'GET /v2/user/transactions/{id}',
    loader: transaction,
    path: '/profile/transactions/x',
    params: receipt,
    block: 'view',
    needed: 'id createdAt receipt.items.[] receipt.items.[].name',
  },
  {
    endpoint: 'GET /v1/transaction/{id}/poll',
    loader: ratePurchase,
    path: '/profile/rate/x',
    params: rateable,
    block: 'poll',
    needed: `questions questions.[].options ${options}`,
    whole: poll,
  },
  {
    endpoint: 'GET /v2/user/poll',
    loader: rate,
    path: '/profile/rate',
    block: 'polls',
    needed: within('polls', '[] [].id'),
  },
  {
    endpoint: 'GET /v2/poll',
    loader: survey,
    path: '/profile/survey/poll-1',
    params: () => ({ surveyId: 'poll-1' }),
    block: 'poll',
    needed: `questions ${options}`,
    whole: `${poll} questions.[].options`,
  },
  {
    endpoint: 'POST /v1/stores-facade/store',
    loader: store,
    path: '/stores/x',
    params: storeParams,
    block: 'store',
    needed:
      'address externalId externalId.storeCode deliveryTypeList.[] timetableList.[]' +
      ' timetableList.[].key timetableList.[].value',
  },
  {
    endpoint: 'POST /v1/stores-facade/search',
    loader: storeList,
    path: near,
    needed: `items ${within('items.items', storeNeeds)}`,
  },
  {
    endpoint: 'POST /v1/stores-facade/search/detail',
    loader: storeList,
    path: '/stores',
    block: 'stores',
    needed: within('data', storeNeeds),
  },
  {
    endpoint: 'POST /v1/store-search',
    loader: storeList,
    path: near,
    block: 'stores',
    needed: within('stores', '[] [].code [].latitude [].longitude'),
  },
  {
    endpoint: 'GET /v1/cities/getbyfiasid',
    loader: store,
    path: '/stores/x',
    params: storeParams,
    needed: 'region',
  },
  {
    endpoint: 'GET /v3/categories/store/{storeCode}',
    loader: catalogue,
    path: '/catalog',
    block: 'departments',
    needed: within(
      'items',
      '[] [].id [].name [].children.[] [].children.[].id [].children.[].name',
    ),
  },
  {
    endpoint: 'POST /v2/goods/search',
    loader: catalogue,
    path: '/catalog',
    block: 'list.products',
    needed: `${within('items', good)} items.[].weighted.isWeighted items.[].weighted.shelfWeight items.[].badges.[] items.[].badges.[].text`,
    strict: strictGood.replaceAll(/(\w+)/g, 'items.[].$1'),
  },
  {
    endpoint: 'GET /v2/goods/{id}',
    loader: productLoader,
    path: `/product/${product.id}-${product.seoCode}`,
    params: productParams,
    block: 'product',
    needed:
      'id name price weighted.isWeighted weighted.shelfWeight gallery.[] gallery.[].type gallery.[].url' +
      ' badges.[] badges.[].text details.[] details.[].name details.[].parameters.[]' +
      ' details.[].parameters.[].name details.[].parameters.[].value',
    strict: strictGood,
  },
  {
    endpoint: 'POST /v1/goods/filters',
    loader: catalogue,
    path: '/catalog',
    block: 'list.filters',
    needed: within(
      'filters',
      '[] [].id [].title [].type [].values.[] [].values.[].id [].values.[].title',
    ),
  },
  {
    endpoint: 'GET /v2/object/feedback',
    loader: reviews,
    path: `/product/${product.id}-${product.seoCode}/reviews`,
    params: productParams,
    block: 'reviews',
    needed: within('items', '[] [].score'),
  },
  {
    endpoint: 'GET /v1/object/{id}/scores',
    loader: reviews,
    path: `/product/${product.id}-${product.seoCode}/reviews`,
    params: productParams,
    block: 'scores',
    needed: 'rating scoresCount',
  },
  {
    endpoint: 'POST /ab/v1/experiments-and-features',
    loader: today,
    path: '/today',
    needed: `active_experiments_group_ids.[] ${within('features', '[] [].feature_name [].group_name')}`,
  },
]

const { sandbox, regularShopper: shopper, forget } = testContext()
const changes: FieldChange[] = ['drop', 'rename', 'retype', 'null', 'to an unknown name']
const getTerms = (text = '') => new Set(text.split(' '))

function pick(data: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce((value, key) => (value as Record<string, unknown> | null)?.[key] ?? null, data)
}

/** The lengths of all lists along the path of a field, over all branches. */
function lengthsOn(field: string, response: unknown): number[] {
  const lengths: number[] = []
  let values = [response]
  for (const key of field.split('.')) {
    if (key !== '[]')
      values = values.map((value) => (value as Record<string, unknown> | null)?.[key])
    else {
      values = values.flatMap((value) => (Array.isArray(value) ? (value as unknown[]) : []))
      lengths.push(values.length)
    }
  }
  return lengths
}

async function prepare({ endpoint, loader, path, params }: Look) {
  const { load, user, jar } = await shopper()
  jar.set('__Host-v1_uuid', crypto.randomUUID())
  let change = (response: Json): Json | undefined => response
  let valid: Json | undefined
  const named = params?.(user) ?? {}
  const look = async () => {
    // Clears the caches, so that no stored answer replaces the changed one.
    forget()
    jar.delete('__Host-v1_variants')
    sandbox.faults.clear()
    sandbox.faults.add({
      endpoint,
      mode: 'changed',
      change: (response) => {
        const few = trimmed(response as Json)
        valid ??= few
        return change(few)
      },
    })
    const at = path.replace(/x$/, Object.values(named)[0] ?? 'x')
    const loaded = await load(loader, at, named)
    return loaded.status === 301 ? load(loader, loaded.location!, named) : loaded
  }
  const { status, data } = await look()
  expect(status).toBe(200)
  expect(valid, 'the screen asks for it').toBeDefined()
  return {
    valid: valid!,
    whole: data,
    lookWith(other: typeof change) {
      change = other
      return look()
    },
  }
}

test.each(looks.map((look) => [look.endpoint, look.path, look] as const))(
  '%s on %s: an invalid required field costs only its entry or block, an invalid optional field nothing',
  async (endpoint, _, look) => {
    const { valid, whole, lookWith } = await prepare(look)
    const shape = allEndpoints.find(({ name }) => name === endpoint)!.response
    const [needed, strict, all] = [
      getTerms(look.needed),
      getTerms(look.strict),
      getTerms(look.whole),
    ]
    const read = parseNotingLosses(shape, valid)
    expect(read.losses).toEqual([])
    const fields = getFields(valid)
    const wrong: string[] = []
    for (const field of fields)
      for (const change of changes) {
        const changed = changedAt(valid, field, change)
        const { result, losses } = parseNotingLosses(shape, changed)
        const reported = result.success ? losses : getIssues(result.error)
        const says = (what: string) => wrong.push(`${field} ${change}: ${what}`)
        const [before, after] = [read, { result }].map(({ result: { data } }) =>
          lengthsOn(field, data).join(),
        )
        const isAbsent = change === 'drop' || change === 'rename' || change === 'null'
        const isNeeded = needed.has(field) || (strict.has(field) && !isAbsent)
        const isEntry = field.endsWith('[]')
        if (all.has(field)) {
          if (change !== 'to an unknown name' && !isEntry && result.success) says('is not needed')
        } else if (!isNeeded && (!result.success || before !== after))
          says(`costs ${result.success ? 'an entry' : 'the answer'}`)
        else if (!result.success && field.includes('[]')) says('costs the answer')
        // Any string is a valid text, and an empty list is a valid list.
        else if (isNeeded && change === 'retype' && result.success && before === after)
          says('is not needed')
        // An unreadable value must be reported with its path, never with its content.
        if (change === 'retype' && !reported.some((line) => line.startsWith(field)))
          says('is not reported')
        if (JSON.stringify(reported).includes('12345')) says('is reported with its value')
      }
    expect(wrong).toEqual([])

    const grown = parseNotingLosses(shape, changedAt(valid, '', 'grow'))
    expect(grown.result.data).toEqual(read.result.data)
    expect(grown.losses).toEqual([])

    const warn = vi.spyOn(log, 'warn')
    const error = vi.spyOn(log, 'error')
    for (const field of fields)
      for (const change of ['drop', 'retype'] as const) {
        warn.mockClear()
        error.mockClear()
        const { status, data } = await lookWith((response) => changedAt(response, field, change))
        const says = (what: string) => wrong.push(`${field} ${change}: ${what}`)
        if (status !== 200) says(`is a ${status}`)
        const isLost =
          all.has(field) || (!field.includes('[]') && (needed.has(field) || strict.has(field)))
        if (look.block && !isLost && pick(data, look.block) === null) says('costs the block')
        if (look.block && !isLost && change === 'drop' && isSmall(data, whole)) says('costs more')
        const lines = [...warn.mock.calls, ...error.mock.calls].flatMap(
          ([line]) => (line as { issues?: string[] }).issues ?? [],
        )
        if (change === 'retype' && !lines.some((line) => line.startsWith(field)))
          says('is not in the log')
      }
    expect(wrong).toEqual([])
  },
  60_000,
)

/** True when `data` lacks a block that the complete screen data `whole` has. */
function isSmall(data: unknown, whole: unknown): boolean {
  const getNames = (value: unknown) =>
    Object.entries(value as object).flatMap(([name, block]) => (block === null ? [] : [name]))
  const left = new Set(getNames(data))
  return getNames(whole).some((name) => !left.has(name))
}
