import { EVERY_SCREEN } from '../../app/gateways/endpoint.server'
import { allEndpoints } from '../../app/gateways/gateways.server'
import type { ScreenName } from '../support/screens'

/** A kind of request that costs something: a screen, or an answer that a script or worker asks for. */
export type RequestKind = ScreenName | 'code' | 'due'

/** Addresses of the kinds, as the endpoints name them in `usedBy`. */
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
  due: '/push/due',
} as const satisfies Partial<Record<RequestKind, string>>

export type Kind = keyof typeof addresses

/** What shoppers look at: shares of the pages of a day, which sum to one. An assumption until analytics says better. */
export const PAGE_SHARES: Readonly<Partial<Record<Kind, number>>> = {
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

/** How shoppers behave, for the model and the simulated day. Each figure can be given to `npm run capacity`. */
export const HABITS = {
  /** Visits to a till a week. */
  visitsPerWeek: 1.4,
  /** Of a week's visits, on its busiest day. */
  busiestDay: 0.2,
  /** Of a day's visits, in its busiest hour. */
  busiestHour: 0.1,
  /** How much busier the worst minute is than the mean of its hour. */
  worstMinute: 3,
  pagesPerVisit: 3,
  /** Codes that an open card asks for in a visit, besides the page's. */
  codesPerVisit: 0.5,
  /** Of the shoppers, those with pushes switched on. */
  enrolled: 0.3,
  /** Of the tickled devices, those that open the main screen soon after. */
  opensAfterPush: 0.05,
} as const

export type Habits = Record<keyof typeof HABITS, number>

/** The endpoints that a kind of request asks by its own declaration; cached public data are not among them. */
export function declaredCalls(kind: Kind): string[] {
  const address: string = addresses[kind]
  return allEndpoints
    .filter(({ freshMs, effect, usedBy }) => {
      const isRead = effect === 'safe' && freshMs === undefined
      return isRead && usedBy !== EVERY_SCREEN && usedBy.some((each) => each === address)
    })
    .map(({ name }) => name)
}
