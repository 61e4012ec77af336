import { categoriesFor, categoryLink } from './categories.server'
import type { Category } from '~/gateways/schemas/catalogue.server'
import type { LinkView } from '~/ui/chips'

const MAX_SUGGESTIONS = 8
const MAX_DEPARTMENTS = 16

/** Suggested categories for a search term, or the departments. */
export function suggestionsFor(
  tree: Category[],
  term: string,
  isNothingFound: boolean,
): { title: string; links: LinkView[] } {
  const fitting = categoriesFor(tree, term, MAX_SUGGESTIONS)
  if (fitting.length > 0) return { title: 'Подходящие категории', links: fitting.map(categoryLink) }
  if (term && !isNothingFound) return { title: '', links: [] }
  return {
    title: term ? 'Посмотрите в категориях' : 'Категории',
    links: tree.slice(0, MAX_DEPARTMENTS).map(categoryLink),
  }
}
