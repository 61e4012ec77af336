import type { StoredName } from './storage-catalogue'

/** What of a shopper is stored in `localStorage`: the last balance, and the subscription to pushes. */
export const BALANCE_KEY = 'v1_bonuses' satisfies StoredName
export const PUSH_KEY = 'v1_push_subscription' satisfies StoredName
/** The cache of the one personal thing that is stored on a phone: the card. */
export const CARD_CACHE = 'v1_card' satisfies StoredName
/** The cache of the key that the worker subscribes with anew. */
export const PUSH_CACHE = 'v1_push' satisfies StoredName
