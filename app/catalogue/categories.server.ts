import { redirect, type AppLoadContext } from '@remix-run/node'

import { addressPart, idIn } from '~/domain/address-part'
import { nameOrFallback } from '~/domain/fallback-name.server'
import type { LinkView } from '~/ui/chips'
import type { Category } from '~/gateways/schemas/catalogue.server'
import { loadBlocks } from '~/gateways/load-blocks.server'
import { notFound } from '~/platform/not-found.server'
import { listShopCategories } from '~/catalogue/products/product-list.server'

/** The address of a category's products. */
function categoryPath(category: Pick<Category, 'id' | 'name' | 'seoCode'>): string {
  return `/catalog/${addressPart(category)}`
}

export function categoryLink(category: Category): LinkView {
  return { to: categoryPath(category), label: nameOrFallback('category', category.name) }
}

const DEEPEST = 6
const MAX_SUGGESTIONS = 8

/** The path from the root of the tree to a category, which is last; null when the tree lacks it. */
function wayTo(tree: readonly Category[], id: number, depth = DEEPEST): Category[] | null {
  for (const category of tree) {
    if (category.id === id) return [category]
    const way = depth > 0 ? wayTo(category.children, id, depth - 1) : null
    if (way) return [category, ...way]
  }
  return null
}

const comparable = (text: string) => text.toLowerCase().replaceAll('ё', 'е')

/** Categories with a term in their names, best match first. */
function categoriesFor(tree: readonly Category[], term: string): Category[] {
  const normalized = comparable(term)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2)
  if (normalized.length === 0) return []
  const all = (categories: readonly Category[], depth: number): Category[] =>
    categories.flatMap((category) => [
      category,
      ...(depth > 0 ? all(category.children, depth - 1) : []),
    ])
  return all(tree, DEEPEST)
    .map((category) => {
      // Compares beginnings, so that «вино» does not match «свинина».
      const name = ` ${comparable(category.name)}`
      // Without its last letter a term also matches other forms: «сыр» and «сыры», «рыба» and
      // «рыбы».
      const hits = normalized.filter((word) =>
        name.includes(` ${word.length > 3 ? word.slice(0, -1) : word}`),
      ).length
      return { category, hits }
    })
    .filter(({ hits }) => hits > 0)
    .sort((one, other) => other.hits - one.hits)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ category }) => category)
}

const MAX_DEPARTMENTS = 16

/** Suggested categories for a search term, or the departments. */
export function suggestionsFor(
  tree: Category[],
  term: string,
  isNothingFound: boolean,
): { title: string; links: LinkView[] } {
  const fitting = categoriesFor(tree, term)
  if (fitting.length > 0) return { title: 'Подходящие категории', links: fitting.map(categoryLink) }
  if (term && !isNothingFound) return { title: '', links: [] }
  return {
    title: term ? 'Посмотрите в категориях' : 'Категории',
    links: tree.slice(0, MAX_DEPARTMENTS).map(categoryLink),
  }
}

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
