import { addressPart } from '~/lib/address-part'
import { nameOrFallback } from '~/lib/fallback-name.server'
import type { LinkView } from '~/ui/chips'

import type { Category } from '~/gateways/schemas/catalogue.server'

/** The address of a category's products. */
export function categoryPath(category: Pick<Category, 'id' | 'name' | 'seoCode'>): string {
  return `/catalog/${addressPart(category)}`
}

/** A category as a link. */
export function categoryLink(category: Category): LinkView {
  return { to: categoryPath(category), label: nameOrFallback('category', category.name) }
}

const DEEPEST = 6

/** The path from the root of the tree to a category, which is last; null when the tree lacks it. */
export function wayTo(tree: readonly Category[], id: number, depth = DEEPEST): Category[] | null {
  for (const category of tree) {
    if (category.id === id) return [category]
    const way = depth > 0 ? wayTo(category.children, id, depth - 1) : null
    if (way) return [category, ...way]
  }
  return null
}

const comparable = (text: string) => text.toLowerCase().replaceAll('ё', 'е')

/** Categories with a term in their names, best match first. */
export function categoriesFor(tree: readonly Category[], term: string, most: number): Category[] {
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
    .slice(0, most)
    .map(({ category }) => category)
}
