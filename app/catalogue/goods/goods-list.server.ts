import type { AppLoadContext } from '@remix-run/node'

import { env } from '~/platform/env.server'
import { loadGoodsList } from './goods-list-view.server'
import { isQueryCut, parseGoodsQuery } from '~/lib/goods-query.server'
import { safeReturnTo } from '~/lib/return-to'

/** The path and query of a page to return to; only the path when the query is too long. */
export function pageOf(request: Request): string {
  const { pathname, search } = new URL(request.url)
  return safeReturnTo(pathname + search, pathname)
}

/** The products of an address, for the shopper's store and age. */
export async function loadShopperGoods(
  request: Request,
  { gateways, cookies }: AppLoadContext,
  { store, categories }: { store: { code: string }; categories?: number[] },
) {
  const { pathname, searchParams } = new URL(request.url)
  const list = await loadGoodsList(gateways.catalogue, {
    storeCode: store.code,
    ...(categories && { categories }),
    query: parseGoodsQuery(searchParams),
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
