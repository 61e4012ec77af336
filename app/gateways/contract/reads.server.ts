import { accountEndpoints } from '../account.server'
import { catalogueEndpoints } from '../catalogue.server'
import type { Endpoint } from '../endpoint.server'
import { identityEndpoints } from '../identity.server'
import { promotionsEndpoints } from '../promotions.server'
import { purchasesEndpoints } from '../purchases.server'
import type { AnyInput } from '../request.server'
import { storesEndpoints } from '../stores.server'
import { APPLICATION } from '~/gateways/shapes/account.server'
import { ANY_OWNER, DEFAULT_STORE_CODE, type Store } from '~/gateways/shapes/stores.server'

/** What earlier answers have told, to ask about in later ones. */
export interface Found {
  storeCode: string
  store?: Store | undefined
  categoryId?: number | undefined
  goodId?: string | undefined
  transactionId?: string | undefined
  ratedId?: string | undefined
  pollId?: string | undefined
}

/** A call that changes nothing, by which an answer can be seen. */
export interface Read {
  endpoint: Endpoint
  /** What to ask it with; a text says why there is nothing to ask about. */
  input(found: Found): AnyInput | string
  /** Takes from an answer that could be read what later calls ask about. */
  learn?(found: Found, answer: never): void
}

const FIRST_PAGE = { limit: 50, offset: 0 }
const SHELF = { storeType: '1', catalogType: '1' }
/** About 20 km around a store, in degrees. */
const NEAR = 0.2
/** Where nothing is known of any store: Moscow. */
const SOMEWHERE = { latitude: 55.75, longitude: 37.62 }

const read = (
  endpoint: Endpoint,
  input: (found: Found) => AnyInput | string = () => ({}),
): Read => ({ endpoint, input })

/** @param learn takes what later calls need from the answer, as its shape has read it */
const learning = <Answer>(
  endpoint: Endpoint & { answer: { _output: Answer } },
  learn: (found: Found, answer: Answer) => void,
  input: (found: Found) => AnyInput | string = () => ({}),
): Read => ({ endpoint, input, learn: learn as Read['learn'] })

const ofGood = (ask: (goodId: string, found: Found) => AnyInput) => (found: Found) =>
  found.goodId ? ask(found.goodId, found) : 'the search has found no goods'

const placeOf = ({ store }: Found) => store?.coordinates ?? SOMEWHERE

/** Every read of both gateways, in an order in which each can be asked. */
export const reads: readonly Read[] = [
  read(identityEndpoints.getProfile),
  read(accountEndpoints.getTotp),
  read(accountEndpoints.getBalance),
  read(accountEndpoints.listCards),
  read(accountEndpoints.checkProfileComplete),
  read(accountEndpoints.getPermissions, () => ({ query: { application: APPLICATION } })),
  read(accountEndpoints.getExperiments, () => ({
    body: { 'split-id': '00000000-0000-4000-8000-000000000000', namespace: 'loyalty' },
  })),
  read(accountEndpoints.listBanners, () => ({ query: { place: 'today' } })),
  read(promotionsEndpoints.listCoupons, () => ({ query: FIRST_PAGE })),
  read(promotionsEndpoints.listFavouriteCoupons),
  read(promotionsEndpoints.listOffers, () => ({ query: FIRST_PAGE })),
  learning(
    purchasesEndpoints.listTransactions,
    (found, { transactions }) => {
      found.transactionId = transactions.find(({ type }) => type === 'PURCHASE')?.id
      found.ratedId = transactions.find(({ hasPoll }) => hasPoll)?.id
    },
    () => ({ query: FIRST_PAGE }),
  ),
  read(purchasesEndpoints.getTransaction, ({ transactionId: id }) =>
    id ? { params: { id } } : 'the account has no purchase',
  ),
  read(purchasesEndpoints.getTransactionPoll, ({ ratedId: id }) =>
    id ? { params: { id } } : 'the account has no purchase to rate',
  ),
  learning(purchasesEndpoints.listOpenPolls, (found, { polls }) => {
    found.pollId = polls[0]?.id
  }),
  read(purchasesEndpoints.getPoll, ({ pollId: id }) =>
    id ? { query: { id } } : 'no survey is open to the account',
  ),
  learning(
    storesEndpoints.searchStores,
    (found, { data: [store] }) => {
      found.store = store
      found.storeCode = store?.externalId.storeCode ?? DEFAULT_STORE_CODE
    },
    () => ({
      body: {
        filters: { query: '', storeTypeListV2: [], deliveryTypeList: [] },
        pagination: { offset: 0, size: 50 },
        sorting: { sortBy: 'SORT_BY_CITY', sortType: 'SORT_TYPE_ASC' },
      },
    }),
  ),
  read(storesEndpoints.getStore, ({ storeCode }) => ({
    body: { externalId: { storeCode, owner: ANY_OWNER } },
  })),
  read(storesEndpoints.listStoresInBox, (found) => {
    const { latitude, longitude } = placeOf(found)
    const geo = {
      typeName: 'box',
      leftTopPoint: { latitude: latitude + NEAR, longitude: longitude - NEAR },
      rightBottomPoint: { latitude: latitude - NEAR, longitude: longitude + NEAR },
    }
    return { body: { filters: { geo, storeTypeListV2: [] } } }
  }),
  read(storesEndpoints.listNearestStores, (found) => ({ body: { ...placeOf(found), limit: 20 } })),
  read(storesEndpoints.getCity, ({ store }) =>
    store?.cityFiasId ? { query: { fiasId: store.cityFiasId } } : 'no store has named its city',
  ),
  learning(
    catalogueEndpoints.listCategories,
    (found, { items }) => {
      found.categoryId = items[0]?.id
    },
    ({ storeCode }) => ({ params: { storeCode }, query: { storetype: '1', catalogtype: '1' } }),
  ),
  learning(
    catalogueEndpoints.searchGoods,
    (found, { items }) => {
      found.goodId = items[0]?.id
    },
    ({ storeCode, categoryId }) => ({
      body: {
        ...SHELF,
        storeCode,
        ...(categoryId === undefined ? {} : { categories: [categoryId] }),
        sort: { type: 'popularity', order: 'desc' },
        pagination: FIRST_PAGE,
        includeAdultGoods: false,
        filters: [],
      },
    }),
  ),
  read(catalogueEndpoints.listFilters, ({ storeCode, categoryId }) => ({
    body: {
      ...SHELF,
      storeCode,
      ...(categoryId === undefined ? {} : { categories: [categoryId] }),
    },
  })),
  read(
    catalogueEndpoints.getGood,
    ofGood((id, { storeCode }) => ({ params: { id }, query: { ...SHELF, storeCode } })),
  ),
  read(
    catalogueEndpoints.listReviews,
    ofGood((objectId) => ({ query: { objectType: 'GOOD', objectId, ...FIRST_PAGE } })),
  ),
  read(
    catalogueEndpoints.getScores,
    ofGood((id) => ({ params: { id } })),
  ),
  read(promotionsEndpoints.listPromotions, ({ storeCode }) => ({ query: { storeCode } })),
]
