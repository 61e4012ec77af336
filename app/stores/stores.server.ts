import { z } from 'zod'

import type { StoreSearch } from './store-list.server'
import { readTerm } from '~/lib/product-query.server'
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

/** The address of a search for stores. */
export function storesPath(
  { term, type: kind, openNow, near, page }: StoreSearch,
  returnTo: string | null,
): string {
  const search = new URLSearchParams()
  if (near) {
    search.set('lat', String(near.latitude))
    search.set('lon', String(near.longitude))
  } else if (term) search.set('q', term)
  if (kind) search.set('type', kind)
  if (openNow) search.set('open', '1')
  if (page > 1) search.set('page', String(page))
  if (returnTo) search.set('returnTo', returnTo)
  return search.size > 0 ? `/stores?${search}` : '/stores'
}
