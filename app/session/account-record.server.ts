import { createHmac, randomBytes } from 'node:crypto'

import { z } from 'zod'

import { boundedList } from '~/lib/bounded.server'

import type { CookieJar } from './cookies.server'
import { hashUserId } from './user-hash.server'

interface Owner {
  userId(): Promise<string | null>
}

/** More cards would not fit in the cookie, so new cards are then not reported. */
const MAX_CARDS = 50
const HASH_LETTERS = 6

const hash = z.string().length(HASH_LETTERS)

/** Parts are absent until they are loaded. */
const snapshotSchema = z.object({
  phone: hash.optional(),
  email: hash.optional(),
  cards: boundedList(hash, { max: MAX_CARDS }).optional(),
})
/** The account as this device last saw it: hashes, never values. */
export type Snapshot = z.output<typeof snapshotSchema>

const changeKinds = ['card', 'phone', 'email'] as const
export type ChangeKind = (typeof changeKinds)[number]

const recordSchema = z.object({
  tag: z.string(),
  /** The key of the hashes, different on each device. */
  key: z.string(),
  /** When this device first saw the account, in Unix milliseconds. */
  since: z.number(),
  /** When cards were last compared, in Unix milliseconds. */
  checkedAt: z.number(),
  seen: snapshotSchema,
  /** The reported change until the shopper accepts it, with the account after the change. */
  asked: z
    .object({
      mark: hash,
      at: z.number(),
      /** When cards were last compared before the question, in Unix milliseconds. */
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

  constructor({ cookies, session }: { cookies: CookieJar; session: Owner }) {
    this.#jar = cookies
    this.#session = session
  }

  /** Null on a device that has not seen this shopper's account. */
  async read(): Promise<AccountRecord | null> {
    const record = this.#jar.getSealed('v1_account', recordSchema)
    return record && record.tag === (await this.#tag()) ? record : null
  }

  /** A new record with an empty snapshot, for a device that has none. */
  async begin(): Promise<AccountRecord> {
    const key = randomBytes(12).toString('base64url')
    return { tag: await this.#tag(), key, since: Date.now(), checkedAt: 0, seen: {} }
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
    const { key, seen, asked } = record
    const own = (snapshot: Snapshot) => withOwn(key, snapshot, change)
    await this.write({
      ...record,
      seen: own(seen),
      ...(asked && { asked: { ...asked, next: own(asked.next) } }),
    })
  }

  /** «Это я»: accepts the reported change. False when another change was reported meanwhile. */
  async accept(mark: string): Promise<boolean> {
    const record = await this.read()
    if (!record?.asked) return true
    const { asked, ...rest } = record
    if (asked.mark !== mark) return false
    await this.write({ ...rest, seen: asked.next })
    return true
  }

  /**
   * «Это не я»: rejects the reported change. Returns its kinds; null without a report or when
   * already rejected.
   */
  async rejectChange(): Promise<ChangeKind[] | null> {
    const record = await this.read()
    if (!record?.asked || record.asked.isDenied) return null
    await this.write({ ...record, asked: { ...record.asked, isDenied: true } })
    return record.asked.kinds
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

export const getHash = {
  phone: (key: string, phone: string) => hashWith(key, 'phone', phone.replace(/\D/g, '')),
  email: (key: string, email: string | null) =>
    hashWith(key, 'email', (email ?? '').trim().toLowerCase()),
  /** Undefined when there are more cards than the record stores. */
  cards: (key: string, numbers: readonly string[]) =>
    numbers.length > MAX_CARDS ? undefined : numbers.map((number) => hashOfCard(key, number)),
}

const hashOfCard = (key: string, number: string) => hashWith(key, 'card', number.replace(/\D/g, ''))

function withOwn(key: string, snapshot: Snapshot, { email, card }: OwnChange): Snapshot {
  const { cards } = snapshot
  const number = card === undefined ? undefined : hashOfCard(key, card)
  const isOwnCard = number === undefined || !cards || cards.includes(number)
  return {
    ...snapshot,
    ...(email !== undefined && { email: getHash.email(key, email) }),
    ...(!isOwnCard && { cards: cards.length < MAX_CARDS ? [...cards, number] : undefined }),
  }
}
