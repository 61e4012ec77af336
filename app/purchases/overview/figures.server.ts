import { formatMoney } from '~/lib/money'
import { formatNumber } from '~/lib/numbers'
import { plural } from '~/lib/plural'
import { currencyOf } from '~/lib/currency'

import type { KindSum } from './kinds.server'
import { capital } from './period.server'
import { drawBars, drawGrowth, drawRows, type Plot } from './plots.server'
import { total, type Part, type Saved } from './sums.server'

/** A chart with its text and its table. */
export interface Figure {
  /** The chart's summary as text, also for screen readers. */
  summaryText: string
  /** Null when a chart would add nothing to the text. */
  plot: Plot | null
  /** The meaning of both kinds of bars. */
  legend: { more: string; less: string } | null
  table: FigureTable | null
}

export interface FigureTable {
  head: string[]
  rows: { name: string; to: string | null; cells: string[] }[]
}

/** Keeps a sum within a sentence on one line. */
const bound = (text: string) => text.trim().replaceAll('\u2009', '\u202f')

const UNKNOWN = 'не всё известно'

/** Kopecks on an axis: «0», «800 ₽», «12 тыс.», «1,5 млн». */
export function compactMoney(kopecks: number): string {
  const exact = Math.round(kopecks) / 100
  const roubles = Math.abs(exact) < 10 ? exact : Math.round(exact)
  const of = (unit: number) => formatNumber(Math.round((roubles / unit) * 10) / 10)
  if (roubles === 0) return '0'
  if (Math.abs(roubles) >= 1_000_000) return `${of(1_000_000)}\u00a0млн`
  if (Math.abs(roubles) >= 1000) return `${of(1000)}\u00a0тыс.`
  return `${formatNumber(roubles)}\u00a0₽`
}

/** «1 204 звезды». */
export const starsOf = (count: number) =>
  `${formatNumber(count)}\u00a0${currencyOf(Math.abs(count))}`

const moneyOr = (sum: number | null) => (sum === null ? UNKNOWN : formatMoney(sum))
const starsOr = (count: number | null) => (count === null ? UNKNOWN : formatNumber(count))

/** «по 140 из 160 чеков»; empty when all were read. */
export const outOf = ({ receipts, of }: Pick<Saved, 'receipts' | 'of'>) =>
  receipts === of ? '' : `по\u00a0${receipts} из\u00a0${of} ${plural(of, 'чека', 'чеков', 'чеков')}`

/** The largest and the smallest value as a sentence; empty when they are equal. */
function extremes(
  parts: readonly Part[],
  value: (part: Part) => number | null,
  say: (v: number) => string,
) {
  const readable = parts.flatMap((part) => {
    const own = value(part)
    return own ? [{ within: part.within, own }] : []
  })
  if (readable.length < 2) return ''
  const sorted = [...readable].sort((one, other) => other.own - one.own)
  const [most, least] = [sorted[0], sorted.at(-1)]
  if (!most || !least || most.own === least.own) return ''
  return ` Больше всего\u00a0— ${most.within}: ${say(most.own)}, меньше всего\u00a0— ${least.within}: ${say(least.own)}.`
}

/** A single value needs no chart. */
const isWorthDrawing = (values: readonly (number | null)[]) =>
  values.filter((value) => value !== 0).length > 1

function unknownOf(parts: readonly Part[], value: (part: Part) => number | null): string {
  const names = parts.filter((part) => !part.isAhead && value(part) === null)
  if (names.length === 0) return ''
  const summaryText = names.map(({ within }) => within).slice(0, 3)
  const more =
    names.length > summaryText.length ? ` и\u00a0ещё ${names.length - summaryText.length}` : ''
  return ` Известно не всё (${summaryText.join(', ')}${more}), поэтому общего итога нет.`
}

/** The spending within a sentence: «500 ₽», «вернулось 500 ₽». */
const spentIn = (sum: number) =>
  sum < 0 ? `вернулось\u00a0${formatMoney(-sum)}` : formatMoney(sum)

const noMore = ', больше покупок не\u00a0было'

/** Spending by month or day. */
export function spendingFigure(parts: readonly Part[]): Figure {
  const past = parts.filter(({ isAhead }) => !isAhead)
  const sums = past.map(({ spent }) => spent)
  const all = total(sums)
  const only = past.filter(({ spent }) => spent !== 0)
  const summaryText =
    only.length === 1 && only[0]?.spent
      ? `${capital(only[0].within)}: ${spentIn(only[0].spent)}${only[0].spent > 0 ? noMore : ''}.`
      : (all === null ? '' : `Всего ${spentIn(all)}.`) +
        extremes(past, ({ spent }) => spent, spentIn) +
        unknownOf(past, ({ spent }) => spent)
  return {
    summaryText: bound(summaryText),
    legend: sums.some((sum) => sum !== null && sum < 0)
      ? { more: 'Потрачено', less: 'Вернули больше, чем потратили' }
      : null,
    plot: isWorthDrawing(sums)
      ? drawBars(
          parts.map(({ label, spent }) => ({ label, up: spent })),
          compactMoney,
        )
      : null,
    table: {
      head: ['Когда', 'Потрачено', 'Покупок'],
      rows: past
        .filter(({ spent, purchases }) => spent !== 0 || purchases > 0)
        .map(({ name, to, spent, purchases }) => ({
          name,
          to,
          cells: [moneyOr(spent), String(purchases)],
        })),
    },
  }
}

/** Earned and spent stars; null without any. */
export function starsFigure(parts: readonly Part[]): Figure | null {
  const past = parts.filter(({ isAhead }) => !isAhead)
  const moved = past.filter(({ earned, gone }) => earned !== 0 || gone !== 0)
  if (moved.length === 0) return null
  const earned = total(past.map((part) => part.earned))
  const gone = total(past.map((part) => part.gone))
  const sums =
    earned === null || gone === null ? '' : `Получено: ${starsOf(earned)}, ушло: ${starsOf(gone)}.`
  return {
    summaryText: bound(
      sums +
        extremes(past, (part) => part.earned, starsOf) +
        unknownOf(past, (part) => (part.earned === null ? null : part.gone)),
    ),
    legend: { more: 'Получено', less: 'Списано и\u00a0сгорело' },
    plot: moved.length > 1 ? drawBars(parts.map(starPlace), (value) => starsOr(value)) : null,
    table: {
      head: ['Когда', 'Получено', 'Ушло'],
      rows: moved.map((part) => ({
        name: part.name,
        to: null,
        cells: [starsOr(part.earned), starsOr(part.gone)],
      })),
    },
  }
}

const starPlace = ({ label, earned, gone }: Part) => ({ label, up: earned, down: gone })

/** Cumulative savings by coupons and discounts; null without receipts. */
export function savedFigure(parts: readonly Part[], saved: Saved): Figure | null {
  if (saved.receipts === 0) return null
  const past = parts.filter(({ isAhead }) => !isAhead)
  const withSum = past.filter((part) => part.saved.isRead && part.saved.sum !== 0)
  const counted = outOf(saved)
  const most = [...withSum].sort((one, other) => other.saved.sum - one.saved.sum)[0]
  const summaryText =
    saved.sum === 0
      ? 'Скидок и\u00a0купонов в\u00a0чеках не\u00a0было.'
      : `Сэкономлено ${formatMoney(saved.sum)}.` +
        (most && withSum.length > 1
          ? ` Больше всего\u00a0— ${most.within}: ${formatMoney(most.saved.sum)}.`
          : '')
  return {
    summaryText: bound(counted ? `${summaryText} Посчитано ${counted}.` : summaryText),
    legend: null,
    plot: withSum.length > 1 ? savedPlot(parts, saved.isRead) : null,
    table:
      withSum.length === 0
        ? null
        : {
            head: ['Когда', 'Сэкономлено', 'Чеков'],
            rows: past
              .filter((part) => part.saved.of > 0)
              .map(({ name, saved: own }) => ({
                name,
                to: null,
                cells: [
                  own.isRead ? formatMoney(own.sum) : UNKNOWN,
                  own.receipts === own.of ? String(own.of) : `${own.receipts} из\u00a0${own.of}`,
                ],
              })),
          },
  }
}

/** A cumulative line; with missing receipts, separate bars, because sums would be wrong. */
const savedPlot = (parts: readonly Part[], isRead: boolean): Plot =>
  isRead
    ? drawGrowth(
        parts.map(({ label, isAhead, saved }) => ({ label, up: isAhead ? null : saved.sum })),
        compactMoney,
      )
    : drawBars(
        parts.map(({ label, saved }) => ({ label, up: saved.isRead ? saved.sum : null })),
        compactMoney,
      )

const shareOf = (sum: number, all: number) =>
  sum > 0 && all > 0 ? `${formatNumber(Math.max(1, Math.round((sum / all) * 100)))}\u00a0%` : '—'

/** Spending by kinds of products; null when no receipt has products. */
export function kindsFigure(
  { kinds, unknown }: { kinds: readonly KindSum[]; unknown: number },
  receipts: Pick<Saved, 'receipts' | 'of'>,
): Figure | null {
  const [first, second] = kinds
  if (!first) return null
  const all = kinds.reduce((sum, kind) => sum + kind.sum, 0)
  const counted = outOf(receipts)
  const summaryText = [
    second
      ? `Больше всего: ${first.kind}\u00a0— ${formatMoney(first.sum)}, ${second.kind}\u00a0— ${formatMoney(second.sum)}.`
      : `Всё\u00a0— ${first.kind}: ${formatMoney(first.sum)}.`,
    'По\u00a0названиям и\u00a0суммам строк в\u00a0чеках, без\u00a0скидок на\u00a0весь чек.',
    counted && `Посчитано ${counted}.`,
    unknown > 0 &&
      `У\u00a0${formatNumber(unknown)} ${plural(unknown, 'строки', 'строк', 'строк')} нет суммы.`,
  ]
  return {
    summaryText: bound(summaryText.filter(Boolean).join(' ')),
    legend: null,
    plot: second
      ? drawRows(
          kinds.map(({ kind, sum }) => ({ name: kind, value: sum, figure: formatMoney(sum) })),
        )
      : null,
    table: {
      head: ['Что', 'Сумма', 'Доля'],
      rows: [
        ...kinds.map(({ kind, sum }) => ({
          name: kind,
          to: null,
          cells: [formatMoney(sum), shareOf(sum, all)],
        })),
        { name: 'Всего', to: null, cells: [formatMoney(all), '100\u00a0%'] },
      ],
    },
  }
}
