import type { AppLoadContext } from '@remix-run/node'

import { BUDGET_MS, loadBlocks } from '~/gateways/load-blocks.server'
import { MOST_OPERATIONS, type AccountRecord } from '~/session/account-record.server'

import { changesSince, snapshotOf, type Account, type Changes } from './changes.server'
import { changeLines, type ChangeLine } from './change-texts.server'

const HOUR_MS = 3_600_000
/** Nothing is reported on a device's first day. */
const FIRST_DAY_MS = 24 * HOUR_MS
/** Cards and consents need calls of their own, so they are compared at most this often. */
const CHECK_MS = HOUR_MS
/** An unanswered alert counts as accepted after this time. */
const UNANSWERED_MS = 3 * 24 * HOUR_MS

/** The page of operations that the watch compares. */
export const WATCHED_PAGE = { limit: MOST_OPERATIONS, offset: 0 } as const

/** Changes made without this device, for the page with advice. */
export interface AccountWatchView {
  lines: ChangeLine[]
  /** The number of further changes as text. */
  more: string | null
  mark: string
}

/**
 * Builds the question «Это были вы?» of the main screen as finished texts. The browser's scripts then need no
 * text of the question, which most pages lack.
 */
function questionOf({ lines, more, mark }: AccountWatchView, isNew: boolean) {
  const texts = lines.map(({ title, facts }) => [title, facts].filter(Boolean).join(': '))
  return {
    title: 'Это были вы?',
    tone: 'warning' as const,
    // Screen readers announce it once.
    role: isNew ? ('status' as const) : undefined,
    // One line for each change.
    text: (more ? [...texts, more] : texts).join('\n'),
    answers: [
      { to: '/today/it-was-me', name: 'mark', value: mark, children: 'Да, это я' },
      { to: '/today/not-me', name: 'mark', value: mark, children: 'Нет, не я' },
    ],
  }
}

export type AccountQuestion = ReturnType<typeof questionOf>

type Asked = Required<Pick<Account, 'profile' | 'operations'>>
type Extras = Pick<Account, 'cards' | 'consents'>

/**
 * Loads data that only the watch needs, in parallel with the page. At most once an hour on a
 * device. Empty in between, or when the shopper has muted the alerts.
 */
export async function loadExtras(context: AppLoadContext): Promise<Extras> {
  const record = await context.seenAccount.read()
  if (context.mutedNotifications.has('account')) return {}
  if (record && Date.now() - record.checkedAt < CHECK_MS) return {}
  return askExtras(context, BUDGET_MS.optional)
}

function askExtras({ gateways: { account } }: AppLoadContext, ms: number): Promise<Extras> {
  const asked = { cards: account.listCards(), consents: account.getPermissions() }
  return loadBlocks(asked, { cards: ms, consents: ms })
}

/**
 * Compares the account with the last state on this device and stores the new state.
 * @param asked the profile and the operations that the page has loaded anyway; when one of them is missing,
 * nothing is compared
 */
export async function watchAccount(
  context: AppLoadContext,
  asked: Partial<Asked>,
  extras: Extras,
): Promise<AccountQuestion | null> {
  const { profile, operations } = asked
  if (!profile || !operations) return null
  const now = Date.now()
  const account = { profile, operations, ...extras }
  const isChecked = extras.cards !== undefined || extras.consents !== undefined
  const { seenAccount } = context
  const stored = await seenAccount.read()
  if (!stored) {
    const begun = await seenAccount.begin(now)
    const checkedAt = isChecked ? now : 0
    await seenAccount.write({ ...begun, checkedAt, seen: snapshotOf(begun.key, account) })
    return null
  }
  const record = { ...stored, checkedAt: isChecked ? now : stored.checkedAt }
  const changes = changesSince(record, account)
  const isQuiet = context.mutedNotifications.has('account')
  if (!changes || isQuiet || isOldRecord(record, changes, now)) {
    const { told, ...rest } = record
    const seen = changes?.now ?? snapshotOf(record.key, account, told?.next ?? record.seen)
    // A shopper who switches the alerts on sees later changes only.
    await seenAccount.write(isQuiet ? withoutExtras({ ...rest, seen }) : { ...rest, seen })
    return null
  }
  // Changes of the first day are reported on the second; newly compared parts are stored now.
  if (now - record.since < FIRST_DAY_MS) {
    await seenAccount.write({ ...record, seen: { ...changes.now, ...record.seen } })
    return null
  }
  const isNew = record.told?.mark !== changes.mark
  const after = record.told?.after ?? stored.checkedAt
  const told = isNew || !record.told ? { at: now, after, isDenied: false } : record.told
  await seenAccount.write({
    ...record,
    seen: { ...changes.now, ...record.seen },
    told: { ...told, mark: changes.mark, kinds: changes.kinds, next: changes.now },
  })
  if (told.isDenied) return null
  return questionOf(viewOf(context, changes, told.after), isNew)
}

function withoutExtras({ seen, ...record }: AccountRecord): AccountRecord {
  const { cards: _cards, consents: _consents, ...rest } = seen
  return { ...record, checkedAt: 0, seen: rest }
}

function isOldRecord({ told }: AccountRecord, { mark }: Changes, now: number): boolean {
  return told !== undefined && told.mark === mark && now - told.at > UNANSWERED_MS
}

function viewOf(context: AppLoadContext, changes: Changes, after: number): AccountWatchView {
  const { lines, more } = changeLines(changes, zoneOf(context), new Date(after))
  return { lines, more, mark: changes.mark }
}

/** The browser's zone if a script has reported it; else undefined, which means Moscow's. */
const zoneOf = ({ device }: AppLoadContext) => device.timeZone ?? undefined

/** Unresolved alerts on this device, for the page with advice; null without any. */
export async function loadUnsettled(context: AppLoadContext): Promise<AccountWatchView | null> {
  const record = await context.seenAccount.read()
  if (!record?.told) return null
  const { identity, purchases } = context.gateways
  const [{ profile, page }, extras] = await Promise.all([
    loadBlocks({
      profile: identity.getProfile(),
      page: purchases.listTransactions(WATCHED_PAGE),
    }),
    askExtras(context, BUDGET_MS.optional),
  ])
  const changes = changesSince(record, { profile, operations: page?.transactions, ...extras })
  return changes && viewOf(context, changes, record.told.after)
}
