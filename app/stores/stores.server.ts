import type { AppLoadContext } from '@remix-run/node'
import { z } from 'zod'

import type { StoreSearch } from './store-list.server'
import { loadBlocks } from '~/gateways/load-blocks.server'
import { readTerm } from '~/domain/product-query.server'
import { readPage } from '~/lib/paging'
import { storeTypeNames } from '~/brand/brand-schema.server'

// An empty field means no location, not 0°.
const degrees = (most: number) =>
  z.string().trim().min(1).transform(Number).pipe(z.number().min(-most).max(most))

const place = z.object({ latitude: degrees(90), longitude: degrees(180) })

const type = z.enum(storeTypeNames).nullable()

/** About a hundred metres: enough for a store, too coarse for a person. */
const coarse = (value: number) => Math.round(value * 1000) / 1000

/** Parses the address of the list of stores; ignores invalid values. */
export function parseStoreSearch(search: URLSearchParams): StoreSearch {
  const term = readTerm(search)
  // The form keeps the location; a typed term replaces it.
  const near = term
    ? null
    : place.safeParse({ latitude: search.get('lat'), longitude: search.get('lon') }).data
  return {
    term,
    type: type.catch(null).parse(search.get('type')),
    openNow: search.get('open') === '1',
    near: near ? { latitude: coarse(near.latitude), longitude: coarse(near.longitude) } : null,
    page: readPage(search),
  }
}

/** «Москва»: where the default store is. */
const DEFAULT_CITY = 'Москва'

/** The city of the chosen store, where the list begins. */
export async function getShopperCity({
  chosenStore,
  gateways,
}: Pick<AppLoadContext, 'chosenStore' | 'gateways'>): Promise<string> {
  const { cityFiasId } = await chosenStore()
  const { city } = await loadBlocks({
    city: cityFiasId ? gateways.stores.getCity(cityFiasId) : Promise.resolve(null),
  })
  return city?.name ?? DEFAULT_CITY
}

/** The address of a search for stores. An empty text means all; no text, the shopper's city. */
export function storesPath(
  { term, type: kind, openNow, near, page }: StoreSearch,
  returnTo: string | null,
): string {
  const search = new URLSearchParams()
  if (near) {
    search.set('lat', String(near.latitude))
    search.set('lon', String(near.longitude))
  } else search.set('q', term)
  if (kind) search.set('type', kind)
  if (openNow) search.set('open', '1')
  if (page > 1) search.set('page', String(page))
  if (returnTo) search.set('returnTo', returnTo)
  return `/stores?${search}`
}
