import { bindText } from '~/lib/bind-text.server'
import { listAllPages, readRange, type Listed } from '~/gateways/all-pages.server'
import type { Gateways } from '~/gateways/gateways.server'
import type { Page } from '~/gateways/schemas/paging.server'
import { loadBlocks } from '~/gateways/load-blocks.server'
import { getZones } from '~/gateways/store-zones.server'
import { countPages } from '~/lib/paging'
import type { Coordinates, Store } from '~/gateways/schemas/stores.server'
import { formatNumber } from '~/lib/numbers'

import { isOpen, openingStatus, statusText, type OpeningStatus } from './opening-hours'
import { storeName, storeTypeLabel } from './store-types.server'

/** Formats metres: `350 м`, `1,2 км`, `14 км`; empty for an invalid distance. */
function formatDistance(metres: number): string {
  if (!Number.isFinite(metres) || metres < 0) return ''
  if (metres < 950) return `${Math.max(10, Math.round(metres / 10) * 10)} м`
  const kilometres = metres / 1000
  return `${formatNumber(kilometres < 10 ? Math.round(kilometres * 10) / 10 : Math.round(kilometres))} км`
}

const STORES_PAGE_SIZE = 24
/** The limit for a search that needs all stores (open now, a map). */
const MAX_STORES = 1000
const NEAREST = 48

type StoresGateway = Gateways['stores']

export interface StoreSearch {
  term: string
  /** `STORE_TYPE_…`; null: all. */
  type: string | null
  openNow: boolean
  near: Coordinates | null
  /** From 1. */
  page: number
}

const getCode = ({ externalId }: Store) => externalId.storeCode

/** The hours of the store itself, not of pickup or delivery. */
export function shopHours(store: Store) {
  return store.timetableList.find(({ key }) => key === 'WORKING_TIMETABLE_TYPE_STORE')?.value
}

const getDistance = (metres: number | null) => (metres === null ? null : formatDistance(metres))

/** A store of a list. */
function getView(store: Store, status: OpeningStatus, metres: number | null) {
  return {
    code: store.externalId.storeCode,
    name: bindText(storeName(store)),
    address: bindText(store.address),
    type: storeTypeLabel(store.storeType),
    hours: store.isActive ? statusText(status) : 'Временно не работает',
    isOpen: store.isActive && isOpen(status),
    hasHours: status.kind !== 'unknown',
    isActive: store.isActive,
    /** «1,2 км»; null without a location. */
    distance: getDistance(metres),
  }
}
type StoreView = ReturnType<typeof getView>

async function withHours(
  gateway: StoresGateway,
  stores: readonly Store[],
  now: Date,
  metres?: ReadonlyMap<string, number | null>,
) {
  const getZone = await getZones(gateway, stores)
  return stores.map((store) =>
    getView(
      store,
      openingStatus(shopHours(store), getZone(store), now),
      metres?.get(store.externalId.storeCode) ?? null,
    ),
  )
}

/** A reader of a search's pages. */
const getPages =
  (gateway: StoresGateway, { term, type }: Pick<StoreSearch, 'term' | 'type'>) =>
  ({ offset, limit: size }: Page) =>
    gateway.searchStores({ query: term, ...(type && { storeTypes: [type] }), offset, size })

/** The stores of a search, at most a thousand. */
function listAllStores(
  gateway: StoresGateway,
  search: Pick<StoreSearch, 'term' | 'type'>,
): Promise<Listed<Store>> {
  return listAllPages(getPages(gateway, search), ({ stores }) => stores, getCode, MAX_STORES)
}

/** All stores of a search as shown: the nearest ones, and with «open now» only open ones. */
export async function listShownStores(
  gateway: StoresGateway,
  search: StoreSearch,
  now = new Date(),
): Promise<Listed<Store>> {
  const { near, type } = search
  const { entries, isWhole } = near
    ? {
        entries: (await readNear(gateway, near)).existing.filter(
          ({ storeType }) => !type || storeType === type,
        ),
        isWhole: true,
      }
    : await listAllStores(gateway, search)
  if (!search.openNow) return { entries, isWhole }
  const getZone = await getZones(gateway, entries)
  const open = entries.filter(
    (store) => store.isActive && isOpen(openingStatus(shopHours(store), getZone(store), now)),
  )
  return { entries: open, isWhole }
}

const paged = (all: StoreView[], page: number, isCut = false) => ({
  stores: all.slice((page - 1) * STORES_PAGE_SIZE, page * STORES_PAGE_SIZE),
  /** Null: no total. */
  total: isCut ? null : all.length,
  pages: Math.ceil(all.length / STORES_PAGE_SIZE),
  /** True when the search has more stores than were read. */
  isCut,
})

/**
 * The nearest stores. A second call for the area around them adds types and hours without the
 * shopper's location. If it fails and is optional, they have none.
 */
async function readNear(gateway: StoresGateway, near: Coordinates, isOptional = false) {
  const nearest = await gateway.listNearestStores({ ...near, limit: NEAREST })
  const latitudes = nearest.map(({ latitude }) => latitude)
  const longitudes = nearest.map(({ longitude }) => longitude)
  const asked =
    nearest.length === 0
      ? Promise.resolve([])
      : gateway.listStoresInBox({
          leftTop: { latitude: Math.max(...latitudes), longitude: Math.min(...longitudes) },
          rightBottom: { latitude: Math.min(...latitudes), longitude: Math.max(...longitudes) },
        })
  const inBox = isOptional ? (await loadBlocks({ inBox: asked })).inBox : await asked
  const byCode = new Map(inBox?.map((store) => [store.externalId.storeCode, store]))
  return { nearest, byCode, existing: nearest.flatMap(({ code }) => byCode.get(code) ?? []) }
}

/** A page of the nearest stores; without the second call, filters do not apply. */
async function listNear(
  gateway: StoresGateway,
  { near, type, openNow, page }: StoreSearch & { near: Coordinates },
  now: Date,
) {
  const { nearest, byCode, existing } = await readNear(gateway, near, !type && !openNow)
  const metres = new Map(nearest.map(({ code, distance }) => [code, distance]))
  const views = new Map(
    (await withHours(gateway, existing, now, metres)).map((view) => [view.code, view]),
  )
  const all = nearest.flatMap(({ code, name, address, distance }): StoreView[] => {
    const store = byCode.get(code)
    if (type && store?.storeType !== type) return []
    const view = views.get(code) ?? {
      code,
      name: storeName({ name, storeType: '' }),
      address,
      type: storeTypeLabel(''),
      hours: statusText({ kind: 'unknown' }),
      isOpen: false,
      hasHours: false,
      isActive: true,
      distance: getDistance(distance),
    }
    return openNow && !view.isOpen ? [] : [view]
  })
  return paged(all, page)
}

/** A page of stores with today's hours in their own zones. */
export async function listStores(gateway: StoresGateway, search: StoreSearch, now = new Date()) {
  const { openNow, near, page } = search
  if (near) return listNear(gateway, { ...search, near }, now)
  if (openNow) {
    const { entries, isWhole } = await listAllStores(gateway, search)
    const open = (await withHours(gateway, entries, now)).filter((store) => store.isOpen)
    return paged(open, page, !isWhole)
  }
  const read = getPages(gateway, search)
  const begin = (page - 1) * STORES_PAGE_SIZE
  const { pages, totalCount } = await readRange(read, begin, begin + STORES_PAGE_SIZE)
  const stores = pages.flatMap((each) => each.page.stores)
  const isCounted = pages.every((each) => each.page.isCounted)
  return {
    stores: await withHours(gateway, stores, now),
    total: isCounted ? totalCount : null,
    isCut: false,
    // Without a total, a full page may be the last one.
    pages:
      isCounted || stores.length > 0
        ? countPages(totalCount, { size: STORES_PAGE_SIZE, page, shown: stores.length })
        : page,
  }
}
