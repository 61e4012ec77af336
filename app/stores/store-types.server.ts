import { storeTypeNames } from '~/brand/brand-schema.server'
import type { Store } from '~/gateways/schemas/stores.server'
import { storeHref } from '~/domain/hrefs'
import { env } from '~/platform/env.server'

import type { MapPoint } from './map-point'

/**
 * Types of stores with the brand's names, in the order of the filter (specification 3.23).
 */
export function listStoreTypes() {
  const labels = env().brand.data.storeTypes
  return storeTypeNames.map((type) => ({ type, label: labels[type] }))
}

/** «Гипермаркет»; an unknown type is called a store. */
export function storeTypeLabel(type: string): string {
  return listStoreTypes().find((each) => each.type === type)?.label ?? 'Магазин'
}

/** The store's trimmed name, or its type, because a link needs text. */
export function storeName(store: { name?: string | undefined; storeType: string }): string {
  return store.name?.trim() || storeTypeLabel(store.storeType)
}

/** The store's place on a map; null without coordinates. */
export function getMapPoint(store: Store): MapPoint | null {
  const { externalId, address, coordinates } = store
  const to = storeHref(externalId.storeCode)
  return coordinates ? { to, name: storeName(store), address, ...coordinates } : null
}

/** The operator's map; null without one. */
export function getMap() {
  const { MAP_TILES_URL, MAP_ATTRIBUTION } = env()
  return MAP_TILES_URL ? { tilesUrl: MAP_TILES_URL, attribution: MAP_ATTRIBUTION } : null
}

const deliveries: Record<string, string> = {
  DELIVERY_TYPE_PICKUP: 'Самовывоз',
  DELIVERY_TYPE_DELIVERY: 'Доставка',
  DELIVERY_TYPE_OFFLINE: 'Покупки в зале',
}

/** Delivery methods as text; unknown ones are left out. */
export function deliveryLabels(types: readonly string[]): string[] {
  return types.flatMap((type) => deliveries[type] ?? [])
}

const timetables: Record<string, string> = {
  WORKING_TIMETABLE_TYPE_STORE: 'Магазин',
  WORKING_TIMETABLE_TYPE_PICKUP: 'Выдача заказов',
  WORKING_TIMETABLE_TYPE_DELIVERY: 'Доставка',
  WORKING_TIMETABLE_TYPE_ORDERING: 'Приём заказов',
}

/** The days of a timetable row; null for an unknown key. */
export function timetableLabel(key: string): string | null {
  return timetables[key] ?? null
}
