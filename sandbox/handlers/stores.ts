import { z } from 'zod'

import { storeRequest, type Coordinates } from '../../app/gateways/schemas/stores.server'
import { notFound } from '../responses'
import type { Store } from '../response-types'
import { comparableName } from '../data/search'
import { cities, getCity, getStore, storeTypes, stores as all } from '../data/stores'
import { open, type Endpoint } from '../endpoint'
import { getPage } from '../paging'
import type { State } from '../state'

const latitude = z.number().min(-90).max(90)
const longitude = z.number().min(-180).max(180)
const point = z.object({ latitude, longitude })
const limit = z.number().int().min(1).max(50)
const kinds = z.array(z.number().int())

const isOfTypes = (store: Store, types: readonly string[]) =>
  types.length === 0 || types.includes(store.storeType)

const isOfKinds = (store: Store, numbers: readonly number[]) =>
  numbers.length === 0 || numbers.some((number) => storeTypes[number - 1] === store.storeType)

const isInBox = ({ coordinates }: Store, leftTop: Coordinates, rightBottom: Coordinates) =>
  coordinates.latitude <= leftTop.latitude &&
  coordinates.latitude >= rightBottom.latitude &&
  coordinates.longitude >= leftTop.longitude &&
  coordinates.longitude <= rightBottom.longitude

/** Whether address or name contain every term of the query, in any order. */
function isMeant(store: Store, query: string): boolean {
  const text = comparableName(`${store.name} ${store.address}`)
  return comparableName(query)
    .split(' ')
    .every((word) => text.includes(word))
}

const EARTH_RADIUS_METRES = 6_371_000

function metresBetween(one: Coordinates, other: Coordinates): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const across = Math.sin(radians(other.latitude - one.latitude) / 2) ** 2
  const along = Math.sin(radians(other.longitude - one.longitude) / 2) ** 2
  const share = across + Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude)) * along
  return Math.round(2 * EARTH_RADIUS_METRES * Math.asin(Math.sqrt(share)))
}

const named = (store: Store) => ({
  code: store.externalId.storeCode,
  name: store.name ?? 'Апрель',
  address: store.address,
})

const placed = (store: Store) => ({ ...named(store), ...store.coordinates })

/** Finding a store: by code, on a map, by address, nearest first. */
export function stores(state: State): Endpoint[] {
  const gateway = 'web'
  return [
    open({
      gateway,
      name: 'POST /v1/stores-facade/store',
      body: z.object({
        externalId: z.object({
          storeCode: z.string(),
          owner: storeRequest.shape.externalId.shape.owner,
        }),
      }),
      response: ({ body: { externalId } }) => {
        const store = getStore(externalId.storeCode)
        const isOwned =
          externalId.owner === 'OWNER_UNSPECIFIED' || externalId.owner === store?.externalId.owner
        return store && isOwned ? store : notFound('Такого магазина нет')
      },
    }),
    open({
      gateway,
      name: 'POST /v1/stores-facade/search',
      body: z.object({
        filters: z.object({
          geo: z.object({
            typeName: z.literal('box'),
            leftTopPoint: point,
            rightBottomPoint: point,
          }),
          storeTypeListV2: z.array(z.string()),
        }),
      }),
      response: ({ body: { filters } }) => ({
        items: {
          typeName: 'basic',
          items: all.filter(
            (store) =>
              isOfTypes(store, filters.storeTypeListV2) &&
              isInBox(store, filters.geo.leftTopPoint, filters.geo.rightBottomPoint),
          ),
        },
      }),
    }),
    open({
      gateway,
      name: 'POST /v1/stores-facade/search/detail',
      body: z.object({
        filters: z.object({
          query: z.string(),
          storeTypeListV2: z.array(z.string()),
          deliveryTypeList: z.array(z.string()),
        }),
        pagination: z.object({ offset: z.number().int().min(0), size: limit }),
        sorting: z.object({
          sortBy: z.literal('SORT_BY_CITY'),
          sortType: z.literal('SORT_TYPE_ASC'),
        }),
      }),
      response: ({ body: { filters, pagination } }) => {
        const found = all
          .filter(
            (store) =>
              isMeant(store, filters.query) &&
              isOfTypes(store, filters.storeTypeListV2) &&
              (filters.deliveryTypeList.length === 0 ||
                filters.deliveryTypeList.some((type) => store.deliveryTypeList.includes(type))),
          )
          .sort((one, other) => inOrder(one).localeCompare(inOrder(other), 'ru'))
        const { offset, size } = pagination
        return {
          data: getPage(found, { limit: size, offset }, state.settings).items,
          totalCount: found.length,
        }
      },
    }),
    open({
      gateway,
      name: 'POST /v1/store-search/address',
      body: z.object({ query: z.string(), storeTypes: kinds, limit }),
      response: ({ body }) => ({
        stores: all
          .filter((store) => isOfKinds(store, body.storeTypes) && isMeant(store, body.query))
          .slice(0, body.limit)
          .map(named),
      }),
    }),
    open({
      gateway,
      name: 'POST /v1/store-search/geo',
      body: z.object({
        geoBoundingBox: z.object({
          leftTopLatitude: latitude,
          leftTopLongitude: longitude,
          rightBottomLatitude: latitude,
          rightBottomLongitude: longitude,
        }),
        storeTypes: kinds,
        limit,
      }),
      response: ({ body: { geoBoundingBox: box, ...body } }) => ({
        stores: all
          .filter(
            (store) =>
              isOfKinds(store, body.storeTypes) &&
              isInBox(
                store,
                { latitude: box.leftTopLatitude, longitude: box.leftTopLongitude },
                { latitude: box.rightBottomLatitude, longitude: box.rightBottomLongitude },
              ),
          )
          .slice(0, body.limit)
          .map(placed),
      }),
    }),
    open({
      gateway,
      name: 'POST /v1/store-search',
      body: z.object({ latitude, longitude, limit }),
      response: ({ body }) => ({
        stores: all
          .filter(({ isActive }) => isActive)
          .map((store) => ({ ...placed(store), distance: metresBetween(body, store.coordinates) }))
          .sort((one, other) => one.distance - other.distance)
          .slice(0, body.limit),
      }),
    }),
    open({
      gateway,
      name: 'GET /v1/cities/getbyfiasid',
      query: z.object({ fiasId: z.string() }),
      response: ({ query }) =>
        cities.find(({ fiasId }) => fiasId === query.fiasId) ?? notFound('Такого города нет'),
    }),
  ]
}

const inOrder = (store: Store) => `${getCity(store)?.name} ${store.address}`
