import type { Transaction } from '~/gateways/schemas/purchases.server'
import type { ChangeKind } from '~/session/account-record.server'
import { bindText } from '~/lib/bind-text.server'
import { formatDay, formatTime, SERVER_TIME_ZONE } from '~/lib/dates'
import { idInAddress } from '~/lib/ids'
import { formatMoney } from '~/lib/money'
import { shorten } from '~/lib/shorten'
import { signedStars, typeWord } from '~/lib/transaction-names'

import type { Changes } from './changes.server'

const MOST_LINES = 3
const LONGEST_PLACE = 90
const LONGEST_NUMBER = 40

/** One change as text. */
export interface ChangeLine {
  title: string
  /** Time, place, amount, and the number to tell to support. */
  facts: string
  to: string
}

const others: Record<Exclude<ChangeKind, 'stars'>, { title: string; to: string }> = {
  card: { title: 'К счёту добавлена карта', to: '/profile/cards' },
  phone: { title: 'Изменился номер телефона', to: '/profile' },
  email: { title: 'Изменилась почта', to: '/profile/edit' },
  consents: { title: 'Изменились согласия на рассылки и звонки', to: '/profile/notification' },
}

/**
 * The changes as lines; changes of the account itself come first, because stars can be returned.
 * @param zone the browser's zone; without one Moscow's time is used and named
 * @param checkedAt when values without a time were last unchanged
 */
export function changeLines(
  { kinds, spent, mayBeMore }: Changes,
  zone: string | undefined,
  checkedAt: Date,
): { lines: ChangeLine[]; more: string | null } {
  const after = checkedAt.getTime() > 0 ? `после ${timeText(checkedAt, zone)}` : ''
  const ofAccount = kinds.flatMap((kind) =>
    kind === 'stars' ? [] : [{ ...others[kind], facts: after }],
  )
  const ofStars = spent
    .slice(0, Math.max(1, MOST_LINES - ofAccount.length))
    .map((operation) => spendingLine(operation, zone))
  const more = spent.length - ofStars.length
  return { lines: [...ofAccount, ...ofStars], more: moreText(more, mayBeMore) }
}

function moreText(more: number, mayBeMore: boolean): string | null {
  if (mayBeMore) return 'Возможно, и другие операции'
  return more > 0 ? `И ещё операций: ${more}` : null
}

function spendingLine(operation: Transaction, zone: string | undefined): ChangeLine {
  const { id, type, createdAt, storeAddress, totalSum, pointsSpent } = operation
  const what = typeWord(type)
  const facts = [
    timeText(new Date(createdAt), zone),
    storeAddress && shorten(storeAddress, LONGEST_PLACE),
    totalSum ? `${what.toLowerCase()} на ${formatMoney(Math.abs(totalSum))}` : what.toLowerCase(),
    `номер операции ${shorten(id, LONGEST_NUMBER)}`,
  ]
  return {
    title: `Со счёта ${signedStars(-Math.abs(pointsSpent ?? 0)) ?? ''}`,
    facts: bindText(facts.filter(Boolean).join(' · ')),
    to: `/profile/transactions/${idInAddress(id)}`,
  }
}

/** «22 ноября, 14:05»; Moscow's time is named. */
function timeText(instant: Date, zone: string | undefined): string {
  const timeZone = zone ?? SERVER_TIME_ZONE
  return `${formatDay(instant, { timeZone })}, ${formatTime(instant, timeZone)}${zone ? '' : ' (МСК)'}`
}
