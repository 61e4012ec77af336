import { redirect, type AppLoadContext } from '@remix-run/node'

import { env } from '~/platform/env.server'
import { goodView } from '~/catalogue/goods/good-view.server'
import { BUDGET_MS, loadBlocks } from '~/gateways/load-blocks.server'
import type { GoodDetail } from '~/gateways/schemas/catalogue.server'
import { addressPart, goodIdIn } from '~/lib/address-part'
import { bindText } from '~/lib/bind-text.server'
import { nameOrFallback } from '~/lib/fallback-name.server'
import { lastDayText } from '~/lib/last-day'
import type { GoodView } from '~/catalogue/goods/good-view'
import { notFound } from '~/platform/not-found.server'
import { shownPicture } from '~/lib/pictures'
import { wayBack, type WayBack } from '~/lib/way-back.server'

const MOST_PICTURES = 10
const MOST_DETAILS = 20
const MOST_PARAMETERS = 60
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
export async function findGood(
  request: Request,
  { gateways }: AppLoadContext,
  { part, storeCode, rest = '' }: { part: string | undefined; storeCode: string; rest?: string },
): Promise<GoodDetail | undefined> {
  const id = goodIdIn(part)
  if (!id) throw notFound(request)
  const { good } = await loadBlocks(
    { good: gateways.catalogue.getGood({ id, storeCode }) },
    { good: BUDGET_MS.critical },
  )
  if (good === undefined) return undefined
  if (good === null) throw notFound(request)
  const url = new URL(request.url)
  const path = `/product/${addressPart(good)}${rest}`
  // A proxy may percent-encode the address differently, so decoded paths are compared.
  if (decodeURIComponent(url.pathname) !== decodeURIComponent(path))
    throw redirect(path + url.search, 301)
  return good
}

/** Alternative products: the first term of the name is the kind. */
export async function listSimilar(
  { gateways, cookies }: AppLoadContext,
  good: GoodDetail,
  storeCode: string,
): Promise<GoodView[]> {
  const kind = /\p{L}{3,}/u.exec(good.name)?.[0]
  if (!kind) return []
  const { items } = await gateways.catalogue.searchGoods({
    storeCode,
    term: kind,
    sort: { type: 'popularity', order: 'desc' },
    limit: SIMILAR_ASKED,
    offset: 0,
    includeAdultGoods: cookies.read('v1_adult'),
  })
  return items
    .filter(({ id }) => id !== good.id)
    .slice(0, SIMILAR_SHOWN)
    .map((each) => goodView(each, env().IMAGE_ORIGINS))
}

interface DetailView {
  name: string
  rows: { name: string; value: string }[]
  text: string | null
}

/** A product as its own page shows it. */
export function productView(good: GoodDetail, now = new Date()) {
  const { IMAGE_ORIGINS, PUBLIC_ORIGIN } = env()
  const view = goodView(good, IMAGE_ORIGINS, now)
  const pictures = good.gallery
    .flatMap(({ url }) => shownPicture(url, IMAGE_ORIGINS) ?? [])
    .slice(0, MOST_PICTURES)
  // All visitors share the page, so it uses Moscow's calendar.
  const until = view.oldPrice && good.promotion?.endDate
  return {
    ...view,
    name: bindText(nameOrFallback('good', good.name)),
    heading: view.name,
    pictures,
    url: PUBLIC_ORIGIN + view.to,
    until: until ? `Цена действует до ${lastDayText(until, null, { now })}` : null,
    brand: good.brand?.name || null,
    description: good.description?.trim() || null,
    details: (good.details ?? []).slice(0, MOST_DETAILS).flatMap((detail): DetailView[] => {
      const rows = (detail.parameters ?? []).slice(0, MOST_PARAMETERS)
      const text = detail.text?.trim() || null
      return rows.length > 0 || text ? [{ name: detail.name, rows, text }] : []
    }),
  }
}
export type ProductView = ReturnType<typeof productView>
