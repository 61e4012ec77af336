import type { StoredName } from './storage-catalogue'

/** The last balance, which is personal, in `localStorage`. */
export const BALANCE_KEY = 'v1_bonuses' satisfies StoredName
export const PUSH_KEY = 'v1_push_subscription' satisfies StoredName
/** The cache of the card. */
export const CARD_CACHE = 'v1_card' satisfies StoredName
/** The cache of the key for a new push subscription. */
export const PUSH_CACHE = 'v1_push' satisfies StoredName
