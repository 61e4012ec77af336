import { z } from 'zod'

import { formatDay } from '~/lib/dates'
import { MOSCOW } from '~/lib/time-zones'
import { parseRoubles } from '~/lib/money'
import { readOffset } from '~/lib/paging'
import { plainText } from '~/lib/plain-text'
import { cutText } from '~/lib/shorten'
import { typeNames, type TransactionType } from '~/domain/transaction-names'

export const MAX_TERM_LENGTH = 80
/** The limit of input shown again. */
const MAX_SHOWN_LENGTH = 100

const fields = ['q', 'sumFrom', 'sumTo', 'since', 'until', 'kind'] as const
/** The input of the form's fields. */
export type Typed = Record<(typeof fields)[number], string>

/** The conditions of a search; days are Moscow's, sums kopecks. */
export interface Conditions {
  terms: string[]
  sumFrom: number | null
  sumTo: number | null
  /** `2026-05-03`, inclusive. */
  since: string | null
  until: string | null
  kind: TransactionType | null
}

interface FindQuery {
  typed: Typed
  /** Errors by field. */
  errors: Partial<Record<keyof Typed, string[]>>
  /** Null: no conditions, or invalid ones. */
  conditions: Conditions | null
  /** The offset where the last page ended; null at the beginning. */
  offset: number | null
}

const kind = z.enum(Object.keys(typeNames) as [TransactionType]).nullable()
const day = z.iso.date()

function shown(value: string | null): string {
  return cutText(plainText(value ?? '').trim(), MAX_SHOWN_LENGTH)
}

/** Parses the address of a search; errors are at their fields. */
export function readFindQuery(search: URLSearchParams): FindQuery {
  const typed = Object.fromEntries(fields.map((name) => [name, shown(search.get(name))])) as Typed
  const found: FindQuery['errors'] = {}
  const refuse = (name: keyof Typed, message: string) => {
    found[name] ??= [message]
    return null
  }
  const getSum = (name: 'sumFrom' | 'sumTo', end: string) =>
    typed[name]
      ? (parseRoubles(typed[name]) ?? refuse(name, `Сумма «${end}» — это число, например 1 249,90`))
      : null
  const getDay = (name: 'since' | 'until', end: string) =>
    typed[name] ? (readDay(typed[name]) ?? refuse(name, `Дата «${end}» — как 03.05.2026`)) : null

  const conditions: Conditions = {
    terms: getTerms(typed.q),
    sumFrom: getSum('sumFrom', 'от'),
    sumTo: getSum('sumTo', 'до'),
    since: getDay('since', 'с'),
    until: getDay('until', 'по'),
    kind: kind.catch(null).parse(typed.kind || null),
  }
  const { terms, sumFrom, sumTo, since, until } = conditions
  if (Array.from(typed.q).length > MAX_TERM_LENGTH)
    refuse('q', `Слова для поиска — не длиннее ${MAX_TERM_LENGTH} символов`)
  else if (typed.q && terms.length === 0) refuse('q', 'Введите слово или число')
  if (sumFrom !== null && sumTo !== null && sumFrom > sumTo)
    refuse('sumFrom', 'Сумма «от» больше суммы «до»')
  if (since && until && since > until) refuse('since', 'Дата «с» позже даты «по»')

  const isAsked = Object.values(conditions).some((value) =>
    Array.isArray(value) ? value.length > 0 : value !== null,
  )
  // Errors have the order of the fields.
  const errors = Object.fromEntries(
    fields.flatMap((name) => (found[name] ? [[name, found[name]]] : [])),
  ) as FindQuery['errors']
  return {
    typed,
    errors,
    conditions: isAsked && Object.keys(errors).length === 0 ? conditions : null,
    offset: search.has('offset') ? readOffset(search) : null,
  }
}

/** Parses a day from a date input, or from text where browsers have none. */
function readDay(text: string): string | null {
  const [, date = '', month = '', year = ''] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text) ?? []
  const iso = year ? `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}` : text
  return day.safeParse(iso).success && iso >= '1900' ? iso : null
}

/** The address of a search from an offset; from the beginning without one. */
export function findPath(typed: Partial<Typed>, offset: number | null): string {
  const search = new URLSearchParams()
  for (const name of fields) if (typed[name]) search.set(name, typed[name] ?? '')
  if (offset !== null) search.set('offset', String(offset))
  return `/profile/transactions/search${search.size > 0 ? `?${search}` : ''}`
}

/** Moscow’s days between two instants: «с 3 мая по 22 ноября 2026», «за 3 мая 2026». */
export function spanText(from: string, to: string): string {
  const [first, last] = [from, to].map((instant) => formatDay(instant, MOSCOW, true))
  const isOneYear = first?.slice(-4) === last?.slice(-4)
  const terms =
    first === last ? `за ${last}` : `с ${isOneYear ? formatDay(from, MOSCOW) : first} по ${last}`
  return terms.replace(/ (?=\p{L}{3}|\d)/gu, '\u00a0')
}

const word = /[\p{L}\p{N}]+/gu
/** Without its ending a term also finds other forms: «молоко» and «молока», «рыба» and «рыбы». */
const ending = /^(.{3,})[аеиоуыэюяйь]$/u

/** Cyrillic letters and the Latin ones that look like them, on receipts and keyboards. */
// cspell:disable-next-line
const [CYRILLIC, LATIN] = [[...'аеорсухкмнтв'], [...'aeopcyxkmhtb']]

/** Ignores case, «ё», alphabets of the same look and decomposed letters; keeps the length of the composed text. */
function fold(text: string): string {
  return Array.from(text, (letter) => {
    const small = letter.toLowerCase()
    return small.length === letter.length ? small : letter
  })
    .join('')
    .replaceAll('ё', 'е')
    .replace(/[a-z]/g, (letter) => CYRILLIC[LATIN.indexOf(letter)] ?? letter)
}

/** The different search terms in typed text, as `hasAllTerms` expects them. */
function getTerms(typed: string): string[] {
  const terms = Array.from(fold(typed.normalize()).matchAll(word), ([found]) => found)
  return [...new Set(terms)]
}

const getStem = (each: string) => each.replace(ending, '$1')

/** True when each term is the prefix of a term in any of the texts. */
export function hasAllTerms(texts: readonly string[], terms: readonly string[]): boolean {
  const there = Array.from(fold(texts.join(' ').normalize()).matchAll(word), ([found]) => found)
  return terms.every((each) => there.some((found) => found.startsWith(getStem(each))))
}
