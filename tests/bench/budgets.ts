import { facts, type Screen as ScreenFacts } from '../../app/screens.server'
import type { RouteId } from '../../app/routes'
import { routeOf } from '../support/routes'
import type { Screen, ScreenName } from '../support/screens'

interface Budget {
  /** Bytes of the page with its styles, compressed by gzip. */
  html: number
  /** Requests of a first visit. */
  requests: number
  screens: readonly ScreenName[]
}

/** What a page of each kind may send. A new screen is `light` unless it is named here. */
export const budgets: Readonly<Record<string, Budget>> = {
  text: { html: 14_400, requests: 4, screens: ['document'] },
  landing: { html: 16_700, requests: 7, screens: ['landing'] },
  small: {
    html: 13_150,
    requests: 21,
    screens: [
      ...(['login', 'login_code', 'login_pause', 'registration', 'profile_incomplete'] as const),
      ...(['install', 'onboarding', 'not_found', 'cards', 'rate', 'not_me', 'coupon'] as const),
      ...(['card_elsewhere', 'legal', 'profile_edit'] as const),
    ],
  },
  light: { html: 13_950, requests: 18, screens: [] },
  card: { html: 14_800, requests: 20, screens: ['card'] },
  list: {
    html: 16_300,
    requests: 37,
    screens: [
      ...(['coupons', 'actions', 'offers', 'categories', 'stores', 'reviews'] as const),
      'transactions_search',
    ],
  },
  products: {
    html: 18_500,
    requests: 29,
    screens: ['today', 'search', 'category', 'product', 'transactions'],
  },
  catalogue: { html: 23_800, requests: 44, screens: ['catalogue'] },
}

/** Bytes of all script of a screen, compressed by gzip. */
export const MAX_SCRIPT_BYTES = 115_000
/** Bytes of the service worker, compressed by gzip. */
export const MAX_WORKER_BYTES = 14_600

/** The kind of page of a screen in any state. */
export function getKind({ at }: Screen): string {
  if (typeof at === 'function') return 'light'
  const id = (at.startsWith('/') ? routeOf(at) : at) as RouteId
  const view = (facts[id] as Partial<ScreenFacts>).view ?? 'not_found'
  const kinds = Object.keys(budgets)
  return kinds.find((kind) => budgets[kind]!.screens.some((name) => name === view)) ?? 'light'
}
