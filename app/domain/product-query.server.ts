import { z } from 'zod'

import { CUT_PARAMETER } from './own-parameters'
import { readPage } from '~/lib/paging'
import { plainDigits, plainText } from '~/lib/plain-text'
import { cutText } from '~/lib/shorten'

const MAX_TERM_LENGTH = 100
const MAX_FILTERS = 20
/** More fit into no address. */
const MAX_VALUES = 400
const MAX_VALUE_LENGTH = 100

/** The sort orders of a list of products, in the screen's order. */
export const sorts = [
  { id: 'popular', label: 'Сначала популярные', type: 'popularity', order: 'desc' },
  { id: 'discount', label: 'Сначала скидки', type: 'discount', order: 'desc' },
  { id: 'cheap', label: 'Сначала дешёвые', type: 'price', order: 'asc' },
  { id: 'dear', label: 'Сначала дорогие', type: 'price', order: 'desc' },
  { id: 'rating', label: 'Сначала лучшие', type: 'rating', order: 'desc' },
] as const
type SortId = (typeof sorts)[number]['id']

/** The choices in one filter; a range as it was typed. */
export interface FilterChoice {
  id: string
  values: string[]
  from: string
  to: string
}

export interface ProductsQuery {
  term: string
  sort: SortId
  /** From 1. */
  page: number
  filters: FilterChoice[]
}

const term = z
  .string()
  .catch('')
  .transform((text) => cutText(plainText(text).replace(/\s+/g, ' ').trim(), MAX_TERM_LENGTH))

const sort = z.enum(sorts.map(({ id }) => id)).catch('popular')

/** The normalised search term of an address. */
export function readTerm(search: URLSearchParams): string {
  return term.parse(search.get('q') ?? '')
}

/**
 * Parses the address of a list of products: `q`, `sort`, `page`, for each filter `f.{id}` (values),
 * `from.{id}` and `to.{id}` (a range). Invalid and unknown parameters are ignored.
 */
export function parseProductsQuery(search: URLSearchParams): ProductsQuery {
  const choices = new Map<string, FilterChoice>()
  for (const [name, value] of search) {
    const [, kind, id] = /^(f|from|to)\.(.{1,64})$/.exec(name) ?? []
    const given = (kind === 'f' ? value : plainDigits(value.slice(0, MAX_VALUE_LENGTH))).trim()
    if (!id || !given || given.length > MAX_VALUE_LENGTH) continue
    const choice = choices.get(id) ?? { id, values: [], from: '', to: '' }
    if (kind === 'f' && choice.values.length < MAX_VALUES && !choice.values.includes(given))
      choice.values.push(given)
    if (kind === 'from') choice.from ||= given
    if (kind === 'to') choice.to ||= given
    if (choices.has(id) || choices.size < MAX_FILTERS) choices.set(id, choice)
  }
  return {
    term: readTerm(search),
    sort: sort.parse(search.get('sort') ?? 'popular'),
    page: readPage(search),
    filters: [...choices.values()],
  }
}

/** True when the address was cut, or has more filters than are read. */
export function isQueryCut(search: URLSearchParams): boolean {
  if (search.has(CUT_PARAMETER)) return true
  const ids = new Set<string>()
  const values = new Map<string, number>()
  for (const name of search.keys()) {
    const [, kind, id = ''] = /^(f|from|to)\.(.{1,64})$/.exec(name) ?? []
    if (kind) ids.add(id)
    if (kind === 'f') values.set(id, (values.get(id) ?? 0) + 1)
  }
  return ids.size > MAX_FILTERS || Math.max(0, ...values.values()) > MAX_VALUES
}

/** The query of an address without defaults, in a fixed order. */
export function formatProductsQuery({
  term: searchTerm,
  sort: by,
  page: number,
  filters,
}: ProductsQuery) {
  const search = new URLSearchParams()
  if (searchTerm) search.set('q', searchTerm)
  if (by !== 'popular') search.set('sort', by)
  for (const { id, values, from, to } of filters) {
    for (const value of values) search.append(`f.${id}`, value)
    if (from) search.set(`from.${id}`, from)
    if (to) search.set(`to.${id}`, to)
  }
  if (number > 1) search.set('page', String(number))
  const text = search.toString()
  return text && `?${text}`
}
