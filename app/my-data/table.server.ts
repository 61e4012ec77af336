import { stringify } from 'csv-stringify/sync'

import { clockOf } from '~/lib/dates'

/** A column of a table with its heading and type. */
export interface Column {
  title: string
  /** `roubles` are passed in kopecks. */
  holds: 'text' | 'roubles' | 'number'
}

export type Cell = string | number | null

/** The byte order mark makes spreadsheets read UTF-8. */
const BOM = '\uFEFF'
const controls = /[\p{Cc}\u2028\u2029]+/gu
/** Blanks, invisible characters and quotes, which a spreadsheet skips. */
const SKIPPED = String.raw`[\s\p{Cf}"'«»“”]*`
/** Characters that start a formula: `= + - @` and all with these compatibility forms. */
const STARTERS = String.raw`[=+\-@\u207A-\u207C\u208A-\u208C\u2212\u2A75\u2A76\uFB29\uFE62\uFE63\uFE66\uFE6B\uFF0B\uFF0D\uFF1D\uFF20]`
/** Separators of cells in other locales. */
const SEPARATORS = String.raw`[,;|\u037E\uFE10\uFE14\uFE50\uFE54\uFF0C\uFF1B\uFF5C]`
const formula = new RegExp(`^${SKIPPED}${STARTERS}`, 'u')
const formulaInside = new RegExp(`(${SEPARATORS}${SKIPPED})(?=${STARTERS})`, 'gu')

/**
 * Text that a spreadsheet cannot run: an apostrophe precedes each start of a formula, also after
 * commas and semicolons. Line breaks and control characters become blanks.
 */
export function safeCellText(text: string): string {
  const line = text.replace(controls, ' ').trim()
  const divided = line.replace(formulaInside, `$1'`)
  return formula.test(line) || formula.test(text) ? `'${divided}` : divided
}

/**
 * Rows as a Russian spreadsheet reads them: semicolons, CRLF, decimal commas. Texts are escaped;
 * negative numbers stay numbers.
 */
export function writeLines(columns: readonly Column[], rows: readonly Cell[][]): string {
  return stringify(
    rows.map((row) => row.map((cell, at) => writeCell(cell, columns[at]))),
    { delimiter: ';', record_delimiter: 'windows' },
  )
}

/** The byte order mark and the headings of a table. */
export function writeHeadings(columns: readonly Column[]): string {
  return BOM + writeLines(columns.map(asText), [columns.map(({ title }) => title)])
}

/** The last line of an incomplete table, as wide as the others. */
export function writeCut(columns: readonly Column[], why: string): string {
  const row = columns.map((_, at) => (at === 0 ? `Выгрузка прервана: ${why}` : ''))
  return writeLines(columns.map(asText), [row])
}

/** Text that a spreadsheet would change into a date or a number: `10.12`, `1/2`, `0012`, `1E5`. */
const CHANGED = /^\d+(?:[.,/:-]\d+)*(?:E[+-]?\d+)?%?$/i

/** The text, with an apostrophe before what a spreadsheet would change. */
const asWritten = (text: string) => {
  const safe = safeCellText(text)
  return CHANGED.test(safe) ? `'${safe}` : safe
}

const asText = ({ title }: Column): Column => ({ title, holds: 'text' })

function writeCell(cell: Cell | undefined, column: Column | undefined): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'string') return asWritten(cell)
  const number = column?.holds === 'roubles' ? (cell / 100).toFixed(2) : String(cell)
  return number.replace('.', ',')
}

/** `10.04.2026 12:30` in Moscow's time, which a Russian spreadsheet reads as a date. */
export function writeMoment(instant: string | null | undefined): string | null {
  if (!instant) return null
  const { day, month, year, hour, minute } = clockOf(instant)
  return `${day}.${month}.${year} ${hour}:${minute}`
}
