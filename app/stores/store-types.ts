/** Kinds of stores in words, in the order of the filter (specification, section 3). */
export const storeTypes = [
  { type: 'STORE_TYPE_V1', label: 'Магазин' },
  { type: 'STORE_TYPE_MM', label: 'У дома' },
  { type: 'STORE_TYPE_GM', label: 'Гипермаркет' },
  { type: 'STORE_TYPE_ME', label: 'Экстра' },
  { type: 'STORE_TYPE_MT', label: 'Сити' },
  { type: 'STORE_TYPE_MO', label: 'Оптовый' },
  { type: 'STORE_TYPE_DG', label: 'Косметик' },
  { type: 'STORE_TYPE_MA', label: 'Аптека' },
  { type: 'STORE_TYPE_MC', label: 'Кафе' },
  { type: 'STORE_TYPE_MARKET', label: 'Маркет' },
  { type: 'STORE_TYPE_DARKSTORE', label: 'Только доставка' },
  { type: 'STORE_TYPE_DISTR_PHARMACY', label: 'Аптечный склад' },
] as const

/** «Гипермаркет»; a kind not known here is a store like any other. */
export function storeTypeLabel(type: string): string {
  return storeTypes.find((known) => known.type === type)?.label ?? 'Магазин'
}

const deliveries: Record<string, string> = {
  DELIVERY_TYPE_PICKUP: 'Самовывоз',
  DELIVERY_TYPE_DELIVERY: 'Доставка',
  DELIVERY_TYPE_OFFLINE: 'Покупки в зале',
}

/** How one can buy in a store; ways not known here are left out. */
export function deliveryLabels(types: readonly string[]): string[] {
  return types.flatMap((type) => deliveries[type] ?? [])
}

const timetables: Record<string, string> = {
  WORKING_TIMETABLE_TYPE_STORE: 'Магазин',
  WORKING_TIMETABLE_TYPE_PICKUP: 'Выдача заказов',
  WORKING_TIMETABLE_TYPE_DELIVERY: 'Доставка',
  WORKING_TIMETABLE_TYPE_ORDERING: 'Приём заказов',
}

/** Whose hours a timetable tells; null for a kind not known here. */
export function timetableLabel(key: string): string | null {
  return timetables[key] ?? null
}
