import { EVERY_SCREEN } from '../../app/gateways/endpoint.server'
import { allEndpoints } from '../../app/gateways/gateways.server'
import type { ScreenName } from '../support/screens'

/** A kind of request with a cost: a screen, or a request of a script. */
export type RequestKind = ScreenName | 'code'

/** Addresses of the kinds, as in `usedBy` of the endpoints. */
export const addresses = {
  landing: '/',
  today: '/today',
  card: '/qr',
  coupons: '/coupons',
  actions: '/actions',
  profile: '/profile',
  stars: '/profile/stars',
  transactions: '/profile/transactions',
  category: '/catalog/{categoryId}',
  product: '/product/{goodId}',
  code: '/qr/code',
} as const satisfies Partial<Record<RequestKind, string>>

export type Kind = keyof typeof addresses

/** The kinds that are screens. */
export type PageKind = Kind & ScreenName

/** Shares of a day's pages by screen, which sum to one. An assumption until analytics has figures. */
export const PAGE_SHARES: Readonly<Partial<Record<PageKind, number>>> = {
  landing: 0.02,
  today: 0.28,
  card: 0.34,
  coupons: 0.11,
  actions: 0.04,
  profile: 0.05,
  stars: 0.03,
  transactions: 0.03,
  category: 0.06,
  product: 0.04,
}

/** The screen of a page chosen by its share; `chance` is random, from 0 to 1. */
export function pickPage(chance: number): PageKind {
  let left = chance
  const shares = Object.entries(PAGE_SHARES) as [PageKind, number][]
  return shares.find(([, share]) => (left -= share) < 0)?.[0] ?? 'today'
}

/** Habits of shoppers, for the model and the simulated day. Each one is an option of `npm run capacity`. */
export const HABITS = {
  /** Visits to a till in a week. */
  visitsPerWeek: 1.4,
  /** Share of a week's visits on its busiest day. */
  busiestDay: 0.2,
  /** Share of a day's visits in its busiest hour. */
  busiestHour: 0.1,
  /** The worst minute as a multiple of its hour's mean. */
  worstMinute: 3,
  pagesPerVisit: 3,
  /** Further codes that an open card requests in a visit. */
  codesPerVisit: 0.5,
  /** Share of shoppers with pushes. */
  enrolled: 0.3,
  /** Share of devices with a push that open the main screen soon after. */
  opensAfterPush: 0.05,
} as const

export type Habits = Record<keyof typeof HABITS, number>

/** Endpoints that a kind of request calls by declaration, without cached public data. */
export function declaredCalls(kind: Kind): string[] {
  const address: string = addresses[kind]
  return allEndpoints
    .filter(({ freshMs, effect, usedBy }) => {
      const isRead = effect === 'safe' && freshMs === undefined
      return isRead && usedBy !== EVERY_SCREEN && usedBy.some((each) => each === address)
    })
    .map(({ name }) => name)
}
