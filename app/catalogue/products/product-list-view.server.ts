import type { LinkView } from '~/ui/chips'
import {
  formatProductsQuery,
  sorts,
  type FilterChoice,
  type ProductsQuery,
} from '~/domain/product-query.server'
import { formatMoney, parseRoubles } from '~/lib/money'
import { formatNumber, parseNumber, plural } from '~/lib/numbers'
import { countPages } from '~/lib/paging'
import { removeLoneSurrogates } from '~/domain/ids'
import { readRange } from '~/gateways/all-pages.server'
import type { Gateways } from '~/gateways/gateways.server'
import { BUDGET_MS, loadBlocks } from '~/gateways/load-blocks.server'
import type { ProductsFilter, ProductsSearchRequest } from '~/gateways/schemas/catalogue.server'

import { productSummary } from './product-summary.server'

const PAGE_SIZE = 24
const MAX_FILTERS = 12
const MAX_VALUES = 40

interface ProductsListRequest {
  storeCode: string
  categories?: number[]
  query: ProductsQuery
  /** The screen's path, without a query. */
  path: string
  includeAdultGoods: boolean
  imageOrigins: readonly string[]
}

type Catalogue = Gateways['catalogue']
type SentFilter = ProductsSearchRequest['filters'][number]

/** A typed bound in the filter's own unit: prices are typed in roubles and sent in kopecks. */
function bound(id: string, text: string): number | undefined {
  return id === 'price' ? parseRoubles(text) : parseNumber(text, 3)
}

/** The bounds of a range in ascending order. */
function getBounds({ id, from, to }: FilterChoice): {
  from: number | undefined
  to: number | undefined
} {
  const [one, other] = [bound(id, from), bound(id, to)]
  const isTwisted = one !== undefined && other !== undefined && one > other
  return isTwisted ? { from: other, to: one } : { from: one, to: other }
}

function sentFilter(
  choice: FilterChoice,
  gatewayFilters: ProductsFilter | undefined,
): SentFilter[] {
  const { id, values } = choice
  if (gatewayFilters?.type === 'RANGE' || (!gatewayFilters && values.length === 0)) {
    const { from, to } = getBounds(choice)
    return from === undefined && to === undefined ? [] : [{ id, from, to }]
  }
  if (gatewayFilters?.type === 'TOGGLE')
    return values.includes('true') ? [{ id, values: ['true'] }] : []
  const offered = gatewayFilters?.values?.map((value) => value.id)
  const wanted = offered ? values.filter((value) => offered.includes(value)) : values
  return wanted.length > 0 ? [{ id, values: wanted }] : []
}

const countValues = (choices: readonly { values?: string[] | undefined }[]) =>
  choices.reduce((sum, { values = [] }) => sum + values.length, 0)

/** The filters for the gateway; drops values that the list does not offer. */
function sentFilters(
  choices: FilterChoice[],
  gatewayFilters: ProductsFilter[] | null,
): SentFilter[] {
  return choices.flatMap((choice) => {
    const filter = gatewayFilters?.find(({ id }) => id === choice.id)
    return gatewayFilters && !filter ? [] : sentFilter(choice, filter)
  })
}

/** A typed end of a range. */
interface RangeEnd {
  name: `from.${string}` | `to.${string}`
  label: string
  /** The least or the greatest value, as text. */
  limit: string
  value: string
  error: string | null
}

export type FilterView = { id: string; title: string } & (
  | {
      kind: 'list'
      values: { value: string; title: string; count: number | null; isChosen: boolean }[]
      /** The number of values left out, because a longer list is of no use. */
      omitted: number
    }
  | { kind: 'range'; ends: RangeEnd[] }
  | { kind: 'toggle'; isOn: boolean }
)

function filterView(filter: ProductsFilter, choice: FilterChoice | undefined): FilterView[] {
  const { id, title, type } = filter
  if (title.trim() === '') return []
  if (type === 'TOGGLE')
    return [{ kind: 'toggle', id, title, isOn: choice?.values.includes('true') ?? false }]
  if (type === 'RANGE') {
    const getText = (value: number | undefined) => {
      if (value === undefined) return ''
      return id === 'price' ? formatMoney(value) : formatNumber(value)
    }
    const getEnd = (kind: 'from' | 'to', label: string, limit: number | undefined): RangeEnd => {
      const value = choice?.[kind] ?? ''
      const isWrong = value !== '' && bound(id, value) === undefined
      const error = isWrong ? `${title} «${label}» — это число, например 1 249,90` : null
      return { name: `${kind}.${id}`, label, limit: getText(limit), value, error }
    }
    return [
      {
        ...{ kind: 'range', id, title },
        ends: [getEnd('from', 'от', filter.min), getEnd('to', 'до', filter.max)],
      },
    ]
  }
  const all = (filter.values ?? []).filter((value) => value.title.trim() !== '')
  const isChosen = (value: string) => choice?.values.includes(value) ?? false
  const result = [...all]
    .sort((one, other) => (other.count ?? 0) - (one.count ?? 0))
    .filter((value, place) => place < MAX_VALUES || isChosen(value.id))
  const values = all
    .filter((value) => result.includes(value))
    .map(({ id: value, title: name, count }) => ({
      value,
      title: name,
      count,
      isChosen: isChosen(value),
    }))
  if (values.length === 0) return []
  return [{ kind: 'list', id, title, values, omitted: all.length - values.length }]
}

function rangeText({ id, title }: ProductsFilter, choice: FilterChoice): string | null {
  const getText = (value: number) => (id === 'price' ? formatMoney(value) : formatNumber(value))
  const { from, to } = getBounds(choice)
  const parts = [
    from !== undefined && `от ${getText(from)}`,
    to !== undefined && `до ${getText(to)}`,
  ].filter(Boolean)
  return parts.length > 0 ? `${title} ${parts.join(' ')}` : null
}

/** The chosen values, each with a link to the same list without it. */
function chosenLinks(
  gatewayFilters: ProductsFilter[],
  query: ProductsQuery,
  to: (change: Partial<ProductsQuery>) => string,
): LinkView[] {
  const without = (choice: FilterChoice, change: Partial<FilterChoice>) =>
    to({
      filters: query.filters.map((each) => (each === choice ? { ...each, ...change } : each)),
    })
  return query.filters.flatMap((choice) => {
    const filter = gatewayFilters.find(({ id }) => id === choice.id)
    if (!filter) return []
    if (filter.type === 'RANGE') {
      const label = rangeText(filter, choice)
      return label ? [{ label, to: without(choice, { from: '', to: '' }) }] : []
    }
    if (filter.type === 'TOGGLE')
      return choice.values.includes('true')
        ? [{ label: filter.title, to: without(choice, { values: [] }) }]
        : []
    return choice.values.flatMap((value) => {
      const label = filter.values?.find(({ id }) => id === value)?.title
      const values = choice.values.filter((each) => each !== value)
      return label ? [{ label, to: without(choice, { values }) }] : []
    })
  })
}

/** A page of products with its filters; a part that failed to load is null. */
export async function loadProductsList(
  catalogue: Catalogue,
  { storeCode, categories, query, path, includeAdultGoods, imageOrigins }: ProductsListRequest,
) {
  const shelf = {
    storeCode,
    ...(categories && { categories }),
    ...(query.term && { term: query.term }),
  }
  const loadingFilters = loadBlocks({ filters: catalogue.listFilters(shelf) })
  // Without a choice to validate, products need not wait for the filters.
  const gatewayFilters = query.filters.length > 0 ? await loadingFilters : null
  const { type, order } = sorts.find(({ id }) => id === query.sort) ?? sorts[0]
  const search = {
    ...shelf,
    sort: { type, order },
    filters: sentFilters(query.filters, gatewayFilters?.filters ?? null),
  }
  const isFirst = query.page === 1
  const [{ found, everything }, { filters }] = await Promise.all([
    loadBlocks(
      {
        found: readRange(
          (page) => catalogue.searchProducts({ ...search, ...page, includeAdultGoods }),
          (query.page - 1) * PAGE_SIZE,
          query.page * PAGE_SIZE,
        ),
        everything:
          includeAdultGoods || !isFirst
            ? Promise.resolve(null)
            : catalogue.searchProducts({ ...search, limit: 1, offset: 0, includeAdultGoods: true }),
      },
      { found: BUDGET_MS.critical },
    ),
    loadingFilters,
  ])

  const products = found?.pages.flatMap(({ page }) => page.items) ?? null
  const reportedCount = found?.totalCount ?? 0
  const shown = products?.length ?? 0
  // When the first page is empty, the list is empty, even if the gateway reports a larger total.
  const total = isFirst && shown === 0 ? 0 : reportedCount
  const pages = countPages(total, { size: PAGE_SIZE, page: query.page, shown })
  const allWithAdult = everything?.pagination.totalCount ?? reportedCount
  // The call for products of all ages has failed. An empty list could then consist of adult products, so the
  // screen offers a retry.
  const isUnsure = total === 0 && everything === undefined
  // A filter in force is shown, wherever the gateway lists it.
  const isSent = ({ id }: ProductsFilter) => search.filters.some((sent) => sent.id === id)
  const offered = filters?.filter((filter, place) => place < MAX_FILTERS || isSent(filter)) ?? null
  const to = (change: Partial<ProductsQuery>) =>
    path + formatProductsQuery({ ...query, page: 1, ...change })

  return {
    /** Null: the products failed to load. */
    products: isUnsure
      ? null
      : (products?.map((product) => productSummary(product, imageOrigins)) ?? null),
    foundText: `${plural(total, 'Найден', 'Найдено', 'Найдено')} ${formatNumber(total)} ${plural(total, 'товар', 'товара', 'товаров')}`,
    total,
    page: query.page,
    pages,
    moreHref: query.page < pages ? to({ page: query.page + 1 }) : null,
    previousHref:
      query.page > 1 ? to({ page: Math.min(query.page - 1, Math.max(pages, 1)) }) : null,
    firstHref: to({}),
    sorts: sorts.map(({ id, label }) => ({
      value: id,
      label,
      isCurrent: id === query.sort,
    })),
    /** Null: the filters failed to load. */
    filters:
      offered?.flatMap((filter) =>
        filterView(
          filter,
          query.filters.find(({ id }) => id === filter.id),
        ),
      ) ?? null,
    chosen: offered ? chosenLinks(offered, query, to) : [],
    /** True when the gateway offers some chosen values no longer, so they are not sent. */
    hasUnoffered: filters !== undefined && countValues(query.filters) > countValues(search.filters),
    /** True also for filters that failed to load and are not in `chosen`. */
    isFiltered: search.filters.length > 0,
    resetHref: to({ filters: [] }),
    carried: query.term ? [{ name: 'q', value: query.term }] : [],
    path,
    retryHref: to({ page: query.page }),
    correctedTerm: removeLoneSurrogates(found?.pages[0]?.page.correctedTerm ?? '') || null,
    hiddenAdultProducts: found ? Math.max(0, allWithAdult - reportedCount) : 0,
  }
}

/** A list of products with its filters, for the search and the catalogue. */
export type ProductsListView = Awaited<ReturnType<typeof loadProductsList>> & {
  /** True when an address has more filters than fit. */
  isCut?: boolean
}
