import { z } from 'zod'

import { id, getList, maybe, orElse, getSize, shownText } from './common.server'

/** The store for prices before a choice (specification 3.25). */
export const DEFAULT_STORE_CODE = '500768'

const latitude = z.number().min(-90).max(90)
const longitude = z.number().min(-180).max(180)
const coordinates = z.object({ latitude, longitude })
/** Gateways send zeros for an unknown place. */
const isPlace = (point: Coordinates) => point.latitude !== 0 || point.longitude !== 0
export type Coordinates = z.output<typeof coordinates>

const storeOwner = z.enum(['OWNER_UNSPECIFIED', 'OWNER_MAGNIT', 'OWNER_MARKET'])
/** The owner type of a chosen or typed code, which does not contain one. */
export const ANY_OWNER = 'OWNER_UNSPECIFIED' as const

const time = z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/)

const daySchedule = z.object({
  isDayOff: z.boolean(),
  dailySchedule: maybe(z.object({ openingTime: time, closingTime: time })),
})

/** An unreadable day must not become a day off: its hours are unknown. */
const day = orElse(daySchedule, { isDayOff: false } as z.output<typeof daySchedule>)

const weeklySchedule = z.object({
  monday: day,
  tuesday: day,
  wednesday: day,
  thursday: day,
  friday: day,
  saturday: day,
  sunday: day,
})

/** A store (specification 3.21). Unknown types of stores and deliveries pass unchanged. */
export const store = z.object({
  name: maybe(shownText),
  address: shownText,
  cityFiasId: orElse(z.string(), ''),
  coordinates: orElse(coordinates.refine(isPlace), null),
  deliveryTypeList: orElse(getList(z.string()), [] as string[]),
  externalId: z.object({ owner: maybe(z.string()), storeCode: id }),
  isActive: orElse(z.boolean(), true),
  storeType: orElse(z.string(), ''),
  timetableList: orElse(
    getList(
      z.object({
        key: z.string(),
        value: z.object({
          is24hOpen: orElse(z.boolean(), false),
          weeklySchedule: maybe(weeklySchedule.nullable()),
        }),
      }),
    ),
    [],
  ),
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
  items: z.object({ typeName: maybe(z.string()), items: getList(store) }),
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

export const storesDetail = z
  .object({
    data: getList(store),
    totalCount: orElse(z.number().int().min(0), null),
  })
  .transform(({ data, totalCount }) => ({ data, totalCount, size: getSize(data) }))

export const nearestStoresRequest = z.object({
  latitude: z.number(),
  longitude: z.number(),
  limit: z.number().int().min(1).max(50),
})

/** Nearest first; `distance` in metres. */
export const nearestStores = z.object({
  stores: getList(
    z
      .object({
        code: id,
        name: orElse(shownText, ''),
        address: orElse(shownText, ''),
        latitude,
        longitude,
        distance: orElse(z.number().min(0), null),
      })
      .refine(isPlace),
  ),
})

export const city = z.object({
  fiasId: maybe(id),
  name: maybe(shownText),
  region: shownText,
  latitude: maybe(z.number()),
  longitude: maybe(z.number()),
})
