import { z } from 'zod'

import { endpoint, orNull, type Call, type CallOptions, type ExampleIds } from './endpoint.server'
import type { PublicCall } from './public-cache.server'
import { id } from '~/gateways/schemas/common.server'
import type { Pagination } from '~/gateways/schemas/paging.server'
import * as schemas from '~/gateways/schemas/stores.server'

const MINUTE_MS = 60_000
/** About 20 km around a store, in degrees. */
const NEAR = 0.2
const MOSCOW = { latitude: 55.75, longitude: 37.62 }
const placeOf = ({ store }: ExampleIds) => store?.coordinates ?? MOSCOW

/**
 * Section 'Stores' of the contract. The nearest stores are not cached, because they reveal a
 * shopper's location.
 */
export const storesEndpoints = {
  searchStores: endpoint(
    {
      gateway: 'web',
      method: 'POST',
      path: '/v1/stores-facade/search/detail',
      auth: 'none',
      effect: 'safe',
      freshMs: 10 * MINUTE_MS,
      request: schemas.storesDetailRequest,
      answer: schemas.storesDetail,
      usedBy: ['/stores?q=ленина', '/stores/points'],
      without: 'no stores are found',
    },
    {
      body: {
        filters: { query: '', storeTypeListV2: [], deliveryTypeList: [] },
        pagination: { offset: 0, size: 50 },
        sorting: { sortBy: 'SORT_BY_CITY', sortType: 'SORT_TYPE_ASC' },
      },
    },
    ({ data: [store] }, found) => {
      found.store = store
      found.storeCode = store?.externalId.storeCode ?? schemas.DEFAULT_STORE_CODE
    },
  ),
  getStore: endpoint(
    {
      gateway: 'web',
      method: 'POST',
      path: '/v1/stores-facade/store',
      auth: 'none',
      effect: 'safe',
      freshMs: 10 * MINUTE_MS,
      request: schemas.storeRequest,
      answer: schemas.store,
      usedBy: [
        '/stores/{storeCode}',
        '/stores',
        '/today',
        '/categories',
        '/catalog',
        '/catalog/{categoryId}',
        '/search',
        '/product/{goodId}',
        '/product/{goodId}/reviews',
        '/profile/transactions/{transactionId}/again',
      ],
      without: 'the default store stands in for the chosen one',
    },
    ({ storeCode }) => ({ body: { externalId: { storeCode, owner: schemas.ANY_OWNER } } }),
  ),
  listStoresInBox: endpoint(
    {
      gateway: 'web',
      method: 'POST',
      path: '/v1/stores-facade/search',
      auth: 'none',
      effect: 'safe',
      freshMs: 10 * MINUTE_MS,
      request: schemas.storesInBox,
      answer: schemas.storesFound,
      usedBy: ['/stores?lat=55.75&lon=37.6'],
      without: 'distances have no hours',
      isMissedSilently: true,
    },
    (found) => {
      const { latitude, longitude } = placeOf(found)
      const geo = {
        typeName: 'box' as const,
        leftTopPoint: { latitude: latitude + NEAR, longitude: longitude - NEAR },
        rightBottomPoint: { latitude: latitude - NEAR, longitude: longitude + NEAR },
      }
      return { body: { filters: { geo, storeTypeListV2: [] } } }
    },
  ),
  listNearestStores: endpoint(
    {
      gateway: 'web',
      method: 'POST',
      path: '/v1/store-search',
      auth: 'none',
      effect: 'safe',
      request: schemas.nearestStoresRequest,
      answer: schemas.nearestStores,
      usedBy: ['/stores?lat=55.75&lon=37.6'],
      without: 'no stores nearby',
    },
    (found) => ({ body: { ...placeOf(found), limit: 20 } }),
  ),
  getCity: endpoint(
    {
      gateway: 'web',
      method: 'GET',
      path: '/v1/cities/getbyfiasid',
      auth: 'none',
      effect: 'safe',
      freshMs: 24 * 60 * MINUTE_MS,
      query: z.object({ fiasId: id }),
      answer: schemas.city,
      usedBy: ['/stores/{storeCode}', '/stores'],
      without: 'opening hours follow the place on the map instead of the region',
      isMissedSilently: true,
    },
    ({ store }) =>
      store?.cityFiasId ? { query: { fiasId: store.cityFiasId } } : 'no store has named its city',
  ),
}

/** A map section by its north-western and south-eastern corners, in degrees. */
interface MapBox {
  leftTop: schemas.Coordinates
  rightBottom: schemas.Coordinates
}

/**
 * Every function throws GatewayError.
 * @param call sends the calls of one visitor
 * @param publicCall reads public data, through a cache if there is one
 */
export function storesGateway(call: Call, publicCall: PublicCall) {
  const e = storesEndpoints
  return {
    /** A store by its code; `null` when there is none. */
    getStore: (
      input: { storeCode: string },
      options?: CallOptions,
    ): Promise<schemas.Store | null> =>
      orNull(
        publicCall(e.getStore, {
          body: {
            externalId: { storeCode: input.storeCode, owner: schemas.ANY_OWNER },
          },
          ...options,
        }),
        404,
      ),

    /**
     * Stores with their timetables.
     * @param input.storeTypes `STORE_TYPE_…`; empty: all
     */
    listStoresInBox: async (
      input: MapBox & { storeTypes?: string[] },
      options?: CallOptions,
    ): Promise<schemas.Store[]> => {
      const body = {
        filters: {
          geo: {
            typeName: 'box' as const,
            leftTopPoint: input.leftTop,
            rightBottomPoint: input.rightBottom,
          },
          storeTypeListV2: input.storeTypes ?? [],
        },
      }
      return (await publicCall(e.listStoresInBox, { body, ...options })).items.items
    },

    /**
     * A page of stores that match the text, by city. Without a reliable total (`isCounted` is
     * false), `totalCount` is the page's end, plus one after a full page.
     * @param input.size at most 50
     */
    searchStores: async (
      input: {
        query: string
        storeTypes?: string[]
        deliveryTypes?: string[]
        offset: number
        size: number
      },
      options?: CallOptions,
    ): Promise<{ stores: schemas.Store[]; pagination: Pagination; isCounted: boolean }> => {
      const { data, totalCount, size } = await publicCall(e.searchStores, {
        body: {
          filters: {
            query: input.query,
            storeTypeListV2: input.storeTypes ?? [],
            deliveryTypeList: input.deliveryTypes ?? [],
          },
          pagination: { offset: input.offset, size: input.size },
          sorting: { sortBy: 'SORT_BY_CITY', sortType: 'SORT_TYPE_ASC' },
        },
        ...options,
      })
      const seen = size > 0 ? input.offset + size : 0
      const isCounted = totalCount !== null && totalCount >= seen
      const total = isCounted ? totalCount : seen + Number(size >= input.size)
      const hasMore = size > 0 && seen < total
      return {
        stores: data,
        pagination: { size, totalCount: total, hasMore, nextOffset: null },
        isCounted,
      }
    },

    /**
     * Nearest first; `distance` in metres.
     * @param input.limit at most 50
     */
    listNearestStores: async (
      input: schemas.Coordinates & { limit: number },
      options?: CallOptions,
    ): Promise<schemas.NearestStore[]> =>
      (await call(e.listNearestStores, { body: input, ...options })).stores,

    /** A city by its FIAS id; `null` when there is none. */
    getCity: (fiasId: string, options?: CallOptions): Promise<schemas.City | null> =>
      orNull(publicCall(e.getCity, { query: { fiasId }, ...options }), 404),
  }
}
