import { z } from 'zod'

import { absent, endpoint, type ExampleIds } from './endpoint.server'
import { id } from '~/gateways/schemas/common.server'
import type { Pagination } from '~/gateways/schemas/paging.server'
import * as schemas from '~/gateways/schemas/stores.server'

const MINUTE_MS = 60_000
/** About 20 km around a store, in degrees. */
const NEAR = 0.2
const MOSCOW = { latitude: 55.75, longitude: 37.62 }
const getPlace = ({ store }: ExampleIds) => store?.coordinates ?? MOSCOW

/** A map section by its north-western and south-eastern corners, in degrees. */
interface MapBox {
  leftTop: schemas.Coordinates
  rightBottom: schemas.Coordinates
}

interface StoreQuery {
  query: string
  storeTypes?: string[]
  deliveryTypes?: string[]
  offset: number
  size: number
}

/**
 * Section 'Stores' of the contract. The nearest stores are not cached, because they reveal a
 * shopper's location.
 */
export const storesEndpoints = {
  /** A page of at most 50 stores that match the text, by city. Without a reliable total (`isCounted` is
   * false), `totalCount` is the page's end, plus one after a full page. */
  searchStores: endpoint(
    'web POST /v1/stores-facade/search/detail',
    {
      auth: 'none',
      effect: 'safe',
      freshMs: 10 * MINUTE_MS,
      request: schemas.storesDetailRequest,
      response: schemas.storesDetail,
      without: 'no stores are found',
    },
    {
      input: ({ query, storeTypes = [], deliveryTypes = [], offset, size }: StoreQuery) => ({
        body: {
          filters: { query, storeTypeListV2: storeTypes, deliveryTypeList: deliveryTypes },
          pagination: { offset, size },
          sorting: { sortBy: 'SORT_BY_CITY' as const, sortType: 'SORT_TYPE_ASC' as const },
        },
      }),
      pick({ data, totalCount, size }, asked) {
        const seen = size > 0 ? asked.offset + size : 0
        const isCounted = totalCount !== null && totalCount >= seen
        const total = isCounted ? totalCount : seen + Number(size >= asked.size)
        const hasMore = size > 0 && seen < total
        const pagination: Pagination = { size, totalCount: total, hasMore, nextOffset: null }
        return { stores: data, pagination, isCounted }
      },
      example: { query: '', offset: 0, size: 50 },
      learn: ({ data: [store] }, found) => {
        found.store = store
        found.storeCode = store?.externalId.storeCode ?? schemas.DEFAULT_STORE_CODE
      },
    },
  ),
  /** A store by its code; null when there is none. */
  getStore: endpoint(
    'web POST /v1/stores-facade/store',
    {
      auth: 'none',
      effect: 'safe',
      freshMs: 10 * MINUTE_MS,
      request: schemas.storeRequest,
      response: schemas.store,
      without: 'the default store stands in for the chosen one',
    },
    {
      input: ({ storeCode }: { storeCode: string }) => ({
        body: { externalId: { storeCode, owner: schemas.ANY_OWNER } },
      }),
      recover: absent(404),
      example: ({ storeCode }) => ({ storeCode }),
    },
  ),
  /** Stores with their timetables; of some `STORE_TYPE_…`, or of all. */
  listStoresInBox: endpoint(
    'web POST /v1/stores-facade/search',
    {
      auth: 'none',
      effect: 'safe',
      freshMs: 10 * MINUTE_MS,
      request: schemas.storesInBox,
      response: schemas.storesFound,
      without: 'distances have no hours',
      isMissedSilently: true,
    },
    {
      input: ({ leftTop, rightBottom, storeTypes = [] }: MapBox & { storeTypes?: string[] }) => ({
        body: {
          filters: {
            geo: { typeName: 'box' as const, leftTopPoint: leftTop, rightBottomPoint: rightBottom },
            storeTypeListV2: storeTypes,
          },
        },
      }),
      pick: ({ items }) => items.items,
      example(found) {
        const { latitude, longitude } = getPlace(found)
        return {
          leftTop: { latitude: latitude + NEAR, longitude: longitude - NEAR },
          rightBottom: { latitude: latitude - NEAR, longitude: longitude + NEAR },
        }
      },
    },
  ),
  /** At most 50, nearest first; `distance` in metres. */
  listNearestStores: endpoint(
    'web POST /v1/store-search',
    {
      auth: 'none',
      effect: 'safe',
      request: schemas.nearestStoresRequest,
      response: schemas.nearestStores,
      without: 'no stores nearby',
    },
    {
      input: (place: schemas.Coordinates & { limit: number }) => ({ body: place }),
      pick: ({ stores }) => stores,
      example: (found) => ({ ...getPlace(found), limit: 20 }),
    },
  ),
  /** A city by its FIAS id; null when there is none. */
  getCity: endpoint(
    'web GET /v1/cities/getbyfiasid',
    {
      auth: 'none',
      freshMs: 24 * 60 * MINUTE_MS,
      query: z.object({ fiasId: id }),
      response: schemas.city,
      without: 'opening hours follow the place on the map instead of the region',
      isMissedSilently: true,
    },
    {
      input: (fiasId: string) => ({ query: { fiasId } }),
      recover: absent(404),
      example: ({ store }) => store?.cityFiasId,
      lacking: 'no store has named its city',
    },
  ),
}
