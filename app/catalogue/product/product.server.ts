import { redirect, type AppLoadContext } from '@remix-run/node'

import { env } from '~/platform/env.server'
import { productSummary, type ProductSummary } from '~/catalogue/products/product-summary.server'
import { BUDGET_MS, loadBlocks } from '~/gateways/load-blocks.server'
import type { ProductDetail } from '~/gateways/schemas/catalogue.server'
import { addressPart, productIdIn } from '~/domain/address-part'
import { bindText } from '~/lib/bind-text.server'
import { nameOrFallback } from '~/domain/fallback-name.server'
import { lastDayText } from '~/domain/expiry'
import { UNKNOWN_ZONE } from '~/lib/time-zones'
import { notFound } from '~/platform/not-found.server'
import { shownPicture } from '~/domain/pictures'
import { wayBack, type WayBack } from '~/domain/way-back.server'

const MAX_PICTURES = 10
const MAX_DETAILS = 20
const MAX_PARAMETERS = 60
const SIMILAR_ASKED = 12
const SIMILAR_SHOWN = 8

const CATALOGUE = { to: '/catalog', label: 'Каталог' }
const CATEGORY = { to: '/catalog/', label: 'Категория' }
const SEARCH = { to: '/search', label: 'Поиск' }

/** The target of «back» on a product: the list with its link. */
export const backFrom = (request: Request): WayBack => wayBack(request, CATALOGUE, CATEGORY, SEARCH)

/**
 * The product of an address in a store; undefined when the gateway call fails.
 * @param rest the path after the product, such as `/reviews`
 * @throws Response 404 for an unknown product, a redirect when the address has another name
 */
export async function findProduct(
  request: Request,
  { gateways }: AppLoadContext,
  { part, storeCode, rest = '' }: { part: string | undefined; storeCode: string; rest?: string },
): Promise<ProductDetail | undefined> {
  const id = productIdIn(part)
  if (!id) throw notFound(request)
  const { product } = await loadBlocks(
    { product: gateways.catalogue.getProduct({ id, storeCode }) },
    { product: BUDGET_MS.critical },
  )
  if (product === undefined) return undefined
  if (product === null) throw notFound(request)
  const url = new URL(request.url)
  const path = `/product/${addressPart(product)}${rest}`
  // A proxy may percent-encode the address differently, so decoded paths are compared.
  if (decodeURIComponent(url.pathname) !== decodeURIComponent(path))
    throw redirect(path + url.search, 301)
  return product
}

/** Alternative products: the first term of the name is the kind. */
export async function listSimilar(
  { gateways, cookies }: AppLoadContext,
  product: ProductDetail,
  storeCode: string,
): Promise<ProductSummary[]> {
  const kind = /\p{L}{3,}/u.exec(product.name)?.[0]
  if (!kind) return []
  const { items } = await gateways.catalogue.searchProducts({
    storeCode,
    term: kind,
    sort: { type: 'popularity', order: 'desc' },
    limit: SIMILAR_ASKED,
    offset: 0,
    includeAdultGoods: cookies.read('v1_adult'),
  })
  return items
    .filter(({ id }) => id !== product.id)
    .slice(0, SIMILAR_SHOWN)
    .map((each) => productSummary(each, env().IMAGE_ORIGINS))
}

interface DetailView {
  name: string
  rows: { name: string; value: string }[]
  text: string | null
}

/** A product as its own page shows it. */
export function productView(product: ProductDetail, now = new Date()) {
  const { IMAGE_ORIGINS, PUBLIC_ORIGIN } = env()
  const view = productSummary(product, IMAGE_ORIGINS, now)
  const pictures = product.gallery
    .flatMap(({ url }) => shownPicture(url, IMAGE_ORIGINS) ?? [])
    .slice(0, MAX_PICTURES)
  // All visitors share the page, so it uses Moscow's calendar.
  const until = view.oldPrice && product.promotion?.endDate
  return {
    ...view,
    name: bindText(nameOrFallback('product', product.name)),
    heading: view.name,
    pictures,
    url: PUBLIC_ORIGIN + view.to,
    until: until ? `Цена действует до ${lastDayText(until, UNKNOWN_ZONE, now)}` : null,
    brand: product.brand?.name || null,
    description: product.description?.trim() || null,
    details: (product.details ?? []).slice(0, MAX_DETAILS).flatMap((detail): DetailView[] => {
      const rows = (detail.parameters ?? []).slice(0, MAX_PARAMETERS)
      const text = detail.text?.trim() || null
      return rows.length > 0 || text ? [{ name: detail.name, rows, text }] : []
    }),
  }
}
export type ProductView = ReturnType<typeof productView>
