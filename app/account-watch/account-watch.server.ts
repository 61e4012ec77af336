import type { AppLoadContext } from '@remix-run/node'

import { BUDGET_MS, loadBlocks } from '~/gateways/load-blocks.server'
import type { Profile } from '~/gateways/schemas/identity.server'
import { formatDay, formatTime } from '~/lib/dates'
import {
  getHash,
  hashWith,
  type AccountRecord,
  type ChangeKind,
  type Snapshot,
  SeenAccount,
} from '~/session/account-record.server'

const HOUR_MS = 3_600_000
/** Nothing is reported on a device's first day. */
const FIRST_DAY_MS = 24 * HOUR_MS
/** Cards need a call of their own, so they are compared at most this often. */
const CHECK_MS = HOUR_MS
/** An unanswered question counts as accepted after this time. */
const UNANSWERED_MS = 3 * 24 * HOUR_MS

/** The account according to the gateway; parts that were not loaded are absent. */
interface Account {
  profile: Pick<Profile, 'phone' | 'email'>
  cards?: readonly string[] | undefined
}

/**
 * Loads the cards, in parallel with the page; at most once an hour on a device. Undefined in between, or when
 * the shopper has muted the question.
 */
export async function loadWatchedCards(context: AppLoadContext): Promise<string[] | undefined> {
  const record = await new SeenAccount(context).read()
  if (context.cookies.read('v1_quiet').includes('account')) return undefined
  if (record && Date.now() - record.checkedAt < CHECK_MS) return undefined
  const asked = { cards: context.gateways.account.listCards() }
  return (await loadBlocks(asked, { cards: BUDGET_MS.optional })).cards
}

/**
 * Compares the account with its last state on this device, stores the new state, and returns the question
 * «Это были вы?» when it is due.
 */
export async function watchAccount(
  context: AppLoadContext,
  { profile, cards }: { profile: Account['profile'] | undefined; cards: Account['cards'] },
): Promise<AccountQuestion | null> {
  if (!profile) return null
  const seenAccount = new SeenAccount(context)
  const before = (await seenAccount.read()) ?? (await seenAccount.begin())
  const isMuted = context.cookies.read('v1_quiet').includes('account')
  const after = compared(before, { profile, cards }, { now: Date.now(), isMuted })
  await seenAccount.write(after)
  if (!after.asked || after.asked.isDenied) return null
  return getQuestion(context, after.asked, after.asked.mark !== before.asked?.mark)
}

/** The record after a look at the account; `asked` holds the changes that need an answer. */
function compared(
  { asked, ...record }: AccountRecord,
  account: Account,
  { now, isMuted }: { now: number; isMuted: boolean },
): AccountRecord {
  const { key, seen } = record
  const next = getSnapshot(key, account, asked?.next ?? seen)
  const changes = getChanges(seen, next)
  const kinds = Object.keys(changes) as ChangeKind[]
  const mark = hashWith(key, 'asked', changes)
  const open = asked?.mark === mark ? asked : undefined
  const isOver = open !== undefined && now - open.at > UNANSWERED_MS
  const isDue = kinds.length > 0 && !isMuted && !isOver
  const isNamed = isDue && now - record.since >= FIRST_DAY_MS
  const after = asked?.after ?? record.checkedAt
  return {
    ...record,
    // A shopper who switches the question on hears of later cards only.
    checkedAt: isMuted ? 0 : account.cards ? now : record.checkedAt,
    // Changes of the first day are reported on the second; newly compared parts are stored now.
    seen: isDue ? { ...next, ...seen } : { ...next, cards: isMuted ? undefined : next.cards },
    ...(isNamed && {
      asked: { ...(open ?? { at: now, isDenied: false }), after, mark, kinds, next },
    }),
  }
}

/** The account as hashes. Absent parts keep theirs; cards stay, because they would look new later. */
function getSnapshot(key: string, { profile, cards }: Account, previous: Snapshot): Snapshot {
  const listed = cards && getHash.cards(key, cards)
  const all = listed && [...new Set([...listed, ...(previous.cards ?? [])])]
  return {
    phone: profile.phone ? getHash.phone(key, profile.phone) : previous.phone,
    email: profile.email === undefined ? previous.email : getHash.email(key, profile.email),
    cards: cards ? all : previous.cards,
  }
}

/** What a question asks about, by kind: the added cards, the other phone, the other email. */
function getChanges(seen: Snapshot, next: Snapshot): Partial<Record<ChangeKind, unknown>> {
  const added = seen.cards && next.cards?.filter((card) => !seen.cards?.includes(card))
  const isOther = (part: 'phone' | 'email') => seen[part] && seen[part] !== next[part]
  return {
    ...(added?.length && { card: added }),
    ...(isOther('phone') && { phone: next.phone }),
    ...(isOther('email') && { email: next.email }),
  }
}

const titles: Record<ChangeKind, { title: string; to: string }> = {
  card: { title: 'К счёту добавлена карта', to: '/profile/cards' },
  phone: { title: 'Изменился номер телефона', to: '/profile' },
  email: { title: 'Изменилась почта', to: '/profile/edit' },
}

type Asked = NonNullable<AccountRecord['asked']>

/** Each change with its place in the profile, and when it was not there yet. */
function getLines({ device }: AppLoadContext, { kinds, after }: Asked) {
  const [instant, zone] = [new Date(after), device.timeZone]
  const facts = after > 0 ? `после ${formatDay(instant, zone)}, ${formatTime(instant, zone)}` : ''
  return kinds.map((kind) => ({ ...titles[kind], facts }))
}

/** The question of the main screen as finished texts, so that the browser's scripts have none. */
function getQuestion(context: AppLoadContext, asked: Asked, isNew: boolean) {
  const lines = getLines(context, asked)
  return {
    title: 'Это были вы?',
    tone: 'warning' as const,
    // Screen readers announce it once.
    role: isNew ? ('status' as const) : undefined,
    // One line for each change.
    text: lines.map(({ title, facts }) => [title, facts].filter(Boolean).join(': ')).join('\n'),
    answers: [
      { to: '/today/it-was-me', name: 'mark', value: asked.mark, children: 'Да, это я' },
      { to: '/today/not-me', name: 'mark', value: asked.mark, children: 'Нет, не я' },
    ],
  }
}

export type AccountQuestion = ReturnType<typeof getQuestion>

/** The changes of this device without an accepting answer; null without any. */
export async function loadUnsettled(context: AppLoadContext) {
  const record = await new SeenAccount(context).read()
  return record?.asked ? { lines: getLines(context, record.asked), mark: record.asked.mark } : null
}
