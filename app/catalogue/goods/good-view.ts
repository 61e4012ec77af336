import type { LinkView } from '~/ui/chips'

/** A product as a tile and a page show it: formatted texts, no figures to compute. */
export interface GoodView {
  id: string
  to: string
  /** With places for hyphenation: for the page alone. */
  name: string
  /** An address that may be shown, or null. */
  picture: string | null
  price: string
  oldPrice: string | null
  /** «−20 %». */
  discount: string | null
  /** «839 ₽ за кг». */
  perUnit: string | null
  /** «за 500 г», where the price is that of a piece. */
  portion: string | null
  /** Of `unknown` stock nothing is shown. */
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
      /** How many values are not offered, since so many would be useless. */
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

/** A list of goods with everything around it, as `/search` and the catalogue show it. */
export interface GoodsListView {
  /** Null: the goods could not be loaded. */
  goods: GoodView[] | null
  foundText: string
  total: number
  page: number
  pages: number
  moreTo: string | null
  previousTo: string | null
  firstTo: string
  sorts: LinkView[]
  /** Null: the filters could not be loaded. */
  filters: FilterView[] | null
  /** What is chosen of the filters; each link takes one away. */
  chosen: LinkView[]
  /** Also by filters that could not be loaded, and are not named in `chosen`. */
  isFiltered: boolean
  resetTo: string
  /** Not all filters that were asked for are applied: an address holds no more. */
  isCut?: boolean
  /** Fields that a form of the filters carries along. */
  carried: { name: string; value: string }[]
  path: string
  retryTo: string
  correctedTerm: string | null
  hiddenAdultGoods: number
}
