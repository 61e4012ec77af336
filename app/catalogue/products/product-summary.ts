import type { LinkView } from '~/ui/chips'

/** A product for a tile or a page, with formatted texts. */
export interface ProductSummary {
  id: string
  to: string
  /** With soft hyphens, so only for display. */
  name: string
  /** An allowed address, or null. */
  picture: string | null
  price: string
  oldPrice: string | null
  /** «−20 %». */
  discount: string | null
  /** «839 ₽ за кг». */
  perUnit: string | null
  /** «за 500 г», for the price of a piece. */
  portion: string | null
  /** `unknown` shows no stock. */
  stock: 'none' | 'few' | 'plenty' | 'unknown'
  stockText: string
  rating: RatingView | null
  badges: string[]
  /** «+12 звёзд». */
  cashback: string | null
}

export interface RatingView {
  /** «4,8». */
  value: string
  /** «123 оценки». */
  countText: string
}

export type FilterView =
  | {
      kind: 'list'
      id: string
      title: string
      values: { value: string; title: string; count: number | null; isChosen: boolean }[]
      /** The number of values left out, because a longer list is of no use. */
      omitted: number
    }
  | {
      kind: 'range'
      id: string
      title: string
      from: string
      to: string
      least: string
      most: string
    }
  | { kind: 'toggle'; id: string; title: string; isOn: boolean }

/** A list of products with its filters, for the search and the catalogue. */
export interface ProductsListView {
  /** Null: the products failed to load. */
  products: ProductSummary[] | null
  foundText: string
  total: number
  page: number
  pages: number
  moreHref: string | null
  previousHref: string | null
  firstHref: string
  sorts: { value: string; label: string; isCurrent: boolean }[]
  /** Null: the filters failed to load. */
  filters: FilterView[] | null
  /** The chosen filter values; each link removes one. */
  chosen: LinkView[]
  /** True also for filters that failed to load and are not in `chosen`. */
  isFiltered: boolean
  resetHref: string
  /** True when an address has more filters than fit. */
  isCut?: boolean
  /** Hidden fields of the filter form. */
  carried: { name: string; value: string }[]
  path: string
  retryHref: string
  correctedTerm: string | null
  hiddenAdultProducts: number
}
