import { createHmac, randomBytes } from 'node:crypto'

import { z } from 'zod'

import { boundedList } from '~/lib/bounded.server'

import type { CookieJar } from './cookies.server'
import { hashUserId } from './user-hash.server'

interface Owner {
  userId(): Promise<string | null>
}

/** As many operations as one page of them that is asked for. */
export const MOST_OPERATIONS = 20
/** Whoever has more is not reported a new one: a cookie has its bounds. */
export const MOST_CARDS = 50
const HASH_LETTERS = 6

const hash = z.string().length(HASH_LETTERS)

const snapshotShape = z.object({
  /** The newest operations. */
  operations: boundedList(hash, { max: MOST_OPERATIONS }),
  /** The oldest of these, in Unix milliseconds: what is older was not looked at. 0: there is none. */
  from: z.number(),
  /** Absent: unknown yet. */
  phone: hash.optional(),
  email: hash.optional(),
  consents: hash.optional(),
  cards: boundedList(hash, { max: MOST_CARDS }).optional(),
})
/** The account as a device has seen it: hashes, never the values. */
export type Snapshot = z.output<typeof snapshotShape>

const changeKinds = ['stars', 'card', 'phone', 'email', 'consents'] as const
export type ChangeKind = (typeof changeKinds)[number]

const recordShape = z.object({
  tag: z.string(),
  /** Keys the hashes of this device alone. */
  key: z.string(),
  /** When this device saw the account for the first time. */
  since: z.number(),
  /** When cards and consents were looked at. */
  checkedAt: z.number(),
  seen: snapshotShape,
  /** What was reported and has no answer yet, and the account as it was then. */
  told: z
    .object({
      mark: hash,
      at: z.number(),
      /** When what has no time of its own was still as this device had seen it. */
      after: z.number(),
      kinds: boundedList(z.enum(changeKinds), { max: changeKinds.length }),
      /** The shopper denied the change. */
      isDenied: z.boolean(),
      next: snapshotShape,
    })
    .optional(),
})
export type AccountRecord = z.output<typeof recordShape>

/** What shoppers change themselves on this device. */
interface OwnChange {
  email?: string | null
  consents?: object
  /** A card's number. */
  card?: string
}

/** What this device has seen of the shopper's account last. Of another shopper it knows nothing. */
export class SeenAccount {
  readonly #jar: CookieJar
  readonly #session: Owner

  constructor(jar: CookieJar, session: Owner) {
    this.#jar = jar
    this.#session = session
  }

  /** Null on a device that has not seen this shopper's account. */
  async read(): Promise<AccountRecord | null> {
    const record = this.#jar.getSealed('v1_account', recordShape)
    return record && record.tag === (await this.#tag()) ? record : null
  }

  /** A record for a device that has none, of an account that was not looked at yet. */
  async begin(now: number): Promise<Omit<AccountRecord, 'seen'>> {
    const key = randomBytes(12).toString('base64url')
    return { tag: await this.#tag(), key, since: now, checkedAt: 0 }
  }

  async write(record: AccountRecord): Promise<void> {
    const stored = await this.read()
    if (JSON.stringify(stored) !== JSON.stringify(recordShape.parse(record)))
      this.#jar.setSealed('v1_account', record)
  }

  /** Takes over what the shopper has just changed here: their own change raises no alert. */
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

  /** «Это я»: what was reported counts as accepted. False: something else was reported meanwhile. */
  async accept(mark: string): Promise<boolean> {
    const record = await this.read()
    if (!record?.told) return true
    const { told, ...rest } = record
    if (told.mark !== mark) return false
    await this.write({ ...rest, seen: told.next })
    return true
  }

  /** «Это не я». Null where that was shown before, or nothing was reported; else what it was about. */
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

/** Short, and of no use without the device's own key. */
export function hashWith(key: string, ...parts: unknown[]): string {
  const digest = createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url')
  return digest.slice(0, HASH_LETTERS)
}

export const hashOf = {
  operation: (key: string, id: string) => hashWith(key, 'operation', id),
  phone: (key: string, phone: string) => hashWith(key, 'phone', phone.replace(/\D/g, '')),
  email: (key: string, email: string | null) =>
    hashWith(key, 'email', (email ?? '').trim().toLowerCase()),
  /** Undefined: some are unknown, and would look changed as soon as they are. */
  consents: (key: string, consents: object) =>
    Object.values(consents).includes(undefined)
      ? undefined
      : hashWith(key, 'consents', Object.entries(consents).filter(isGiven).map(nameOf).sort()),
  /** Undefined: more than are stored. */
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
