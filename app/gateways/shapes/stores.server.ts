import { z } from 'zod/v4'

import { id, listOf } from './common.server'

/** The store whose prices are shown when none was chosen (section 9). */
export const DEFAULT_STORE_CODE = '500768'

export const coordinates = z.object({ latitude: z.number(), longitude: z.number() })
export type Coordinates = z.output<typeof coordinates>

export const storeOwner = z.enum(['OWNER_UNSPECIFIED', 'OWNER_MAGNIT', 'OWNER_MARKET'])

const time = z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/)

const daySchedule = z.object({
  isDayOff: z.boolean(),
  dailySchedule: z.object({ openingTime: time, closingTime: time }).nullish(),
})

export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const

const weeklySchedule = z.object({
  monday: daySchedule,
  tuesday: daySchedule,
  wednesday: daySchedule,
  thursday: daySchedule,
  friday: daySchedule,
  saturday: daySchedule,
  sunday: daySchedule,
})

/** A store (section 3). Types of stores and deliveries not known here are kept as they come. */
export const store = z.object({
  name: z.string().optional(),
  address: z.string(),
  cityFiasId: z.string(),
  coordinates,
  deliveryTypeList: listOf(z.string()).catch([]),
  externalId: z.object({ owner: z.string(), storeCode: id }),
  isActive: z.boolean(),
  isFavorite: z.boolean(),
  storeType: z.string(),
  timetableList: listOf(
    z.object({
      key: z.string(),
      value: z.object({
        is24hOpen: z.boolean(),
        weeklySchedule: weeklySchedule.nullish(),
      }),
    }),
  ).catch([]),
})
export type Store = z.output<typeof store>

export const storeRequest = z.object({
  externalId: z.object({ storeCode: id, owner: storeOwner }),
})

export const storesInBox = z.object({
  filters: z.object({
    geo: z.object({
      typeName: z.literal('box'),
      leftTopPoint: coordinates,
      rightBottomPoint: coordinates,
    }),
    storeTypeListV2: z.array(z.string()),
  }),
})

export const storesFound = z.object({
  items: z.object({ typeName: z.literal('basic'), items: listOf(store) }),
})

export const storesDetailRequest = z.object({
  filters: z.object({
    query: z.string(),
    storeTypeListV2: z.array(z.string()),
    deliveryTypeList: z.array(z.string()),
  }),
  pagination: z.object({ offset: z.number().int().min(0), size: z.number().int().min(1).max(50) }),
  sorting: z.object({
    sortBy: z.literal('SORT_BY_CITY'),
    sortType: z.literal('SORT_TYPE_ASC'),
  }),
})

export const storesDetail = z.object({ data: listOf(store), totalCount: z.number().int() })

const placedStore = z.object({
  code: id,
  name: z.string(),
  address: z.string(),
  latitude: z.number(),
  longitude: z.number(),
})

export const nearestStoresRequest = z.object({
  latitude: z.number(),
  longitude: z.number(),
  limit: z.number().int().min(1).max(50),
})

/** Nearest first; `distance` in metres. */
export const nearestStores = z.object({
  stores: listOf(placedStore.extend({ distance: z.number() })),
})
export type NearestStore = z.output<typeof nearestStores>['stores'][number]

export const city = z.object({
  fiasId: id,
  name: z.string(),
  region: z.string(),
  latitude: z.number(),
  longitude: z.number(),
})
export type City = z.output<typeof city>
