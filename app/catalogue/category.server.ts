import { redirect, type AppLoadContext } from '@remix-run/node'

import { categoryLink, categoryPath, wayTo } from './categories.server'
import { loadBlocks } from '~/gateways/load-blocks.server'
import type { LinkView } from '~/ui/chips'
import { nameOrFallback } from '~/lib/fallback-name.server'
import { idIn } from '~/lib/address-part'
import { notFound } from '~/platform/not-found.server'
import { listShopCategories } from '~/catalogue/products/product-list.server'

const LARGEST_ID = 2_147_483_647

interface CategoryPosition {
  id: number
  /** Null when the tree failed to load, or has no such category. */
  title: string | null
  up: LinkView
  /** The shelves of a department, or the siblings of a shelf; null when the tree failed to load. */
  near: LinkView[] | null
}

/**
 * The category's number in an address.
 * @throws Response 404 without a number
 */
export function requireCategoryId(request: Request, part: string | undefined): number {
  const id = Number(idIn(part) ?? 0)
  if (id < 1 || id > LARGEST_ID) throw notFound(request)
  return id
}

/**
 * Finds a category in the tree. Each store has its own tree, so a category may be missing after a
 * change of the store.
 * @throws Response a redirect when the address has another name
 */
export async function findPlace(
  request: Request,
  context: AppLoadContext,
  id: number,
  store: { code: string },
): Promise<CategoryPosition> {
  const up = { to: '/categories', label: 'Категории' }
  const { tree } = await loadBlocks({ tree: listShopCategories(context, store) })
  if (!tree) return { id, title: null, up, near: null }
  const way = wayTo(tree, id)
  const category = way?.at(-1)
  if (!category) return { id, title: null, up, near: [] }
  const url = new URL(request.url)
  const path = categoryPath(category)
  if (url.pathname !== path) throw redirect(path + url.search, 301)
  const parent = way?.at(-2)
  const siblings = category.children.length > 0 ? category.children : (parent?.children ?? [])
  return {
    id,
    title: nameOrFallback('category', category.name),
    up: parent ? categoryLink(parent) : up,
    near: siblings.map((each) => ({ ...categoryLink(each), isCurrent: each.id === id })),
  }
}
