import {
  hashOf,
  hashWith,
  MOST_CARDS,
  MOST_OPERATIONS,
  type AccountRecord,
  type ChangeKind,
  type Snapshot,
} from '~/session/account-record.server'
import type { Profile } from '~/gateways/schemas/identity.server'
import type { Transaction } from '~/gateways/schemas/purchases.server'

/** The account according to the gateway; parts that were not loaded are absent. */
export interface Account {
  profile?: Pick<Profile, 'phone' | 'email'> | undefined
  /** The newest operations, at most `MOST_OPERATIONS`. */
  operations?: readonly Transaction[] | undefined
  cards?: readonly string[] | undefined
  consents?: object | undefined
}

/** Changes made without this device. */
export interface Changes {
  /** Newest first. */
  spent: Transaction[]
  /** True when all compared operations are new, so that older ones may be new, too. */
  mayBeMore: boolean
  kinds: ChangeKind[]
  /** Equal for equal changes. */
  mark: string
  /** The account after the changes. */
  now: Snapshot
}

/**
 * The account as hashes; missing and unreadable values keep their old hash. Operations and cards
 * stay even when an answer lacks them, because they would look new later.
 */
export function snapshotOf(
  key: string,
  { profile, operations, cards, consents }: Account,
  previous: Partial<Snapshot> = {},
): Snapshot {
  const newest = operations?.slice(0, MOST_OPERATIONS).map(({ id }) => hashOf.operation(key, id))
  const before = (previous.operations ?? []).filter((each) => !newest?.includes(each))
  const oldest = operations?.[MOST_OPERATIONS - 1]
  const told = cards && hashOf.cards(key, cards)
  const cardsOfAll = told && [...new Set([...told, ...(previous.cards ?? [])])]
  const given = consents && hashOf.consents(key, consents)
  return {
    ...previous,
    operations: [...(newest ?? []), ...before].slice(0, MOST_OPERATIONS),
    from: oldest ? timeOf(oldest) : (previous.from ?? (operations ? 0 : Date.now())),
    ...(profile?.phone && { phone: hashOf.phone(key, profile.phone) }),
    ...(profile?.email !== undefined && { email: hashOf.email(key, profile.email) }),
    ...(cards && { cards: cardsOfAll && cardsOfAll.length > MOST_CARDS ? told : cardsOfAll }),
    ...(given && { consents: given }),
  }
}

/** The differences from the last state on this device; null when there are none to report. */
export function changesSince(
  { key, seen, told }: Pick<AccountRecord, 'key' | 'seen' | 'told'>,
  account: Account,
): Changes | null {
  const now = snapshotOf(key, account, told?.next ?? seen)
  const fresh = (account.operations ?? []).slice(0, MOST_OPERATIONS).filter((operation, index) => {
    const isSeen = seen.operations.includes(now.operations[index] ?? '')
    return !isSeen && timeOf(operation) >= seen.from
  })
  const spent = fresh.filter(isSpending)
  const isChanged = (part: 'phone' | 'email' | 'consents') =>
    seen[part] !== undefined && seen[part] !== now[part]
  const added = seen.cards ? (now.cards ?? []).filter((card) => !seen.cards?.includes(card)) : []
  const kinds: ChangeKind[] = [
    ...(spent.length > 0 ? (['stars'] as const) : []),
    ...(added.length > 0 ? (['card'] as const) : []),
    ...(['phone', 'email', 'consents'] as const).filter(isChanged),
  ]
  if (kinds.length === 0) return null
  const facts = [spent.map(({ id }) => id), added, kinds.map((kind) => factOf(kind, now))]
  return {
    spent,
    mayBeMore: fresh.length === MOST_OPERATIONS,
    kinds,
    mark: hashWith(key, 'told', facts),
    now,
  }
}

const timeOf = ({ createdAt }: Transaction) => new Date(createdAt).getTime()

/** Expired stars are not a change by another person. */
const isSpending = ({ type, pointsSpent }: Transaction) =>
  type !== 'EXPIRATION' && Math.abs(pointsSpent ?? 0) > 0

function factOf(kind: ChangeKind, now: Snapshot): string | undefined {
  return kind === 'stars' || kind === 'card' ? kind : now[kind]
}
