import { createHmac, randomBytes } from 'node:crypto'

import { z } from 'zod'

import { boundedList } from '~/lib/bounded.server'

import type { CookieJar } from './cookies.server'
import { hashUserId } from './user-hash.server'

interface Owner {
  userId(): Promise<string | null>
}

/** The size of one page of operations that the gateway returns. */
export const MOST_OPERATIONS = 20
/** More cards would not fit in the cookie, so new cards are then not reported. */
export const MOST_CARDS = 50
const HASH_LETTERS = 6

const hash = z.string().length(HASH_LETTERS)

const snapshotSchema = z.object({
  /** The newest operations. */
  operations: boundedList(hash, { max: MOST_OPERATIONS }),
  /**
   * Time of the oldest of these operations in Unix milliseconds; 0 without operations. Older ones
   * were not compared.
   */
  from: z.number(),
  /** Absent until the phone is loaded. */
  phone: hash.optional(),
  email: hash.optional(),
  consents: hash.optional(),
  cards: boundedList(hash, { max: MOST_CARDS }).optional(),
})
/** The account as this device last saw it: hashes, never values. */
export type Snapshot = z.output<typeof snapshotSchema>

const changeKinds = ['stars', 'card', 'phone', 'email', 'consents'] as const
export type ChangeKind = (typeof changeKinds)[number]

const recordSchema = z.object({
  tag: z.string(),
  /** The key of the hashes, different on each device. */
  key: z.string(),
  /** When this device first saw the account, in Unix milliseconds. */
  since: z.number(),
  /** When cards and consents were last compared, in Unix milliseconds. */
  checkedAt: z.number(),
  seen: snapshotSchema,
  /** The reported change until the shopper accepts it, with the account after the change. */
  told: z
    .object({
      mark: hash,
      at: z.number(),
      /**
       * When cards and consents were last compared before the alert, in Unix milliseconds. The alert shows
       * this time for changes without a date.
       */
      after: z.number(),
      kinds: boundedList(z.enum(changeKinds), { max: changeKinds.length }),
      /** The shopper denied the change. */
      isDenied: z.boolean(),
      next: snapshotSchema,
    })
    .optional(),
})
export type AccountRecord = z.output<typeof recordSchema>

/** Changes that the shopper makes on this device. */
interface OwnChange {
  email?: string | null
  consents?: object
  /** The number of the added card. */
  card?: string
}

/**
 * Reads and writes the account snapshot of the signed-in shopper; snapshots of other shoppers are
 * ignored.
 */
export class SeenAccount {
  readonly #jar: CookieJar
  readonly #session: Owner

  constructor(jar: CookieJar, session: Owner) {
    this.#jar = jar
    this.#session = session
  }

  /** Null on a device that has not seen this shopper's account. */
  async read(): Promise<AccountRecord | null> {
    const record = this.#jar.getSealed('v1_account', recordSchema)
    return record && record.tag === (await this.#tag()) ? record : null
  }

  /** A new record without a snapshot, for a device that has none. */
  async begin(now: number): Promise<Omit<AccountRecord, 'seen'>> {
    const key = randomBytes(12).toString('base64url')
    return { tag: await this.#tag(), key, since: now, checkedAt: 0 }
  }

  async write(record: AccountRecord): Promise<void> {
    const stored = await this.read()
    if (JSON.stringify(stored) !== JSON.stringify(recordSchema.parse(record)))
      this.#jar.setSealed('v1_account', record)
  }

  /** Adds the shopper's own change to the snapshot, so that it raises no alert. */
  async noteOwn(change: OwnChange): Promise<void> {
    const record = await this.read()
    if (!record) return
    const { key, seen, told } = record
    const own = (snapshot: Snapshot) => withOwn(key, snapshot, change)
    await this.write({
      ...record,
      seen: own(seen),
      ...(told && { told: { ...told, next: own(told.next) } }),
    })
  }

  /** «Это я»: accepts the reported change. False when another change was reported meanwhile. */
  async accept(mark: string): Promise<boolean> {
    const record = await this.read()
    if (!record?.told) return true
    const { told, ...rest } = record
    if (told.mark !== mark) return false
    await this.write({ ...rest, seen: told.next })
    return true
  }

  /**
   * «Это не я»: rejects the reported change. Returns its kinds; null without a report or when
   * already rejected.
   */
  async rejectChange(): Promise<ChangeKind[] | null> {
    const record = await this.read()
    if (!record?.told || record.told.isDenied) return null
    await this.write({ ...record, told: { ...record.told, isDenied: true } })
    return record.told.kinds
  }

  async #tag(): Promise<string> {
    return hashUserId((await this.#session.userId()) ?? '')
  }
}

/** A short keyed hash, which is useless without the key of this device. */
export function hashWith(key: string, ...parts: unknown[]): string {
  const digest = createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url')
  return digest.slice(0, HASH_LETTERS)
}

export const hashOf = {
  operation: (key: string, id: string) => hashWith(key, 'operation', id),
  phone: (key: string, phone: string) => hashWith(key, 'phone', phone.replace(/\D/g, '')),
  email: (key: string, email: string | null) =>
    hashWith(key, 'email', (email ?? '').trim().toLowerCase()),
  /** Undefined while a consent is not loaded: it would look changed once it is. */
  consents: (key: string, consents: object) =>
    Object.values(consents).includes(undefined)
      ? undefined
      : hashWith(key, 'consents', Object.entries(consents).filter(isGiven).map(nameOf).sort()),
  /** Undefined when there are more cards than the record stores. */
  cards: (key: string, numbers: readonly string[]) =>
    numbers.length > MOST_CARDS ? undefined : numbers.map((number) => hashOfCard(key, number)),
}

const isGiven = ([, given]: [string, unknown]) => given === true
const nameOf = ([name]: [string, unknown]) => name
const hashOfCard = (key: string, number: string) => hashWith(key, 'card', number.replace(/\D/g, ''))

function withOwn(key: string, snapshot: Snapshot, { email, consents, card }: OwnChange): Snapshot {
  const { cards } = snapshot
  const number = card === undefined ? undefined : hashOfCard(key, card)
  const isOwnCard = number === undefined || !cards || cards.includes(number)
  return {
    ...snapshot,
    ...(email !== undefined && { email: hashOf.email(key, email) }),
    ...(consents && { consents: hashOf.consents(key, consents) }),
    ...(!isOwnCard && { cards: cards.length < MOST_CARDS ? [...cards, number] : undefined }),
  }
}
