import { storeTypeNames } from '~/brand/brand-shape.server'
import { env } from '~/platform/env.server'

/** Kinds of stores by the brand's names, in the order of the filter (specification, section 3). */
export function listStoreTypes() {
  const labels = env().brand.data.storeTypes
  return storeTypeNames.map((type) => ({ type, label: labels[type] }))
}

/** «Гипермаркет»; a kind unknown here is a store like any other. */
export function storeTypeLabel(type: string): string {
  return listStoreTypes().find((each) => each.type === type)?.label ?? 'Магазин'
}

/** What a store is called: its name without blanks around it, else its kind, for a link must say something. */
export function storeName(store: { name?: string | undefined; storeType: string }): string {
  return store.name?.trim() || storeTypeLabel(store.storeType)
}

const deliveries: Record<string, string> = {
  DELIVERY_TYPE_PICKUP: 'Самовывоз',
  DELIVERY_TYPE_DELIVERY: 'Доставка',
  DELIVERY_TYPE_OFFLINE: 'Покупки в зале',
}

/** How one can buy in a store; ways unknown here are left out. */
export function deliveryLabels(types: readonly string[]): string[] {
  return types.flatMap((type) => deliveries[type] ?? [])
}

const timetables: Record<string, string> = {
  WORKING_TIMETABLE_TYPE_STORE: 'Магазин',
  WORKING_TIMETABLE_TYPE_PICKUP: 'Выдача заказов',
  WORKING_TIMETABLE_TYPE_DELIVERY: 'Доставка',
  WORKING_TIMETABLE_TYPE_ORDERING: 'Приём заказов',
}

/** The days of a timetable row; null for a kind unknown here. */
export function timetableLabel(key: string): string | null {
  return timetables[key] ?? null
}
