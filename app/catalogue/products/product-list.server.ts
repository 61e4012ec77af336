import type { AppLoadContext } from '@remix-run/node'

import { env } from '~/platform/env.server'
import { loadProductsList } from './product-list-view.server'
import { isQueryCut, parseProductsQuery } from '~/domain/product-query.server'
import { safeReturnTo } from '~/domain/return-to'

/** The path and query of a page to return to; only the path when the query is too long. */
export function getPage(request: Request): string {
  const { pathname, search } = new URL(request.url)
  return safeReturnTo(pathname + search, pathname)
}

/** The products of an address, for the shopper's store and age. */
export async function loadShopperProducts(
  request: Request,
  { gateways, cookies }: AppLoadContext,
  { store, categories }: { store: { code: string }; categories?: number[] },
) {
  const { pathname, searchParams } = new URL(request.url)
  const list = await loadProductsList(gateways.catalogue, {
    storeCode: store.code,
    ...(categories && { categories }),
    query: parseProductsQuery(searchParams),
    path: pathname,
    includeAdultGoods: cookies.read('v1_adult'),
    imageOrigins: env().IMAGE_ORIGINS,
  })
  return { ...list, isCut: isQueryCut(searchParams) }
}

/** The category tree of the shopper's store. */
export function listShopCategories({ gateways }: AppLoadContext, store: { code: string }) {
  return gateways.catalogue.listCategories(store.code)
}
