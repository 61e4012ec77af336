import { stringify } from 'csv-stringify/sync'

import { clockOf } from '~/lib/dates'

/** A column of a table: its heading and what stands in it. */
export interface Column {
  title: string
  /** `roubles` are given in kopecks, as everywhere. */
  holds: 'text' | 'roubles' | 'number'
}

export type Cell = string | number | null

/** So that a spreadsheet takes the file for UTF-8. */
const BOM = '\uFEFF'
const controls = /[\p{Cc}\u2028\u2029]+/gu
/** Blanks, invisible characters and quotes, which a spreadsheet skips. */
const SKIPPED = String.raw`[\s\p{Cf}"'«»“”]*`
/** What begins a formula: `= + - @`, and every character that compatibility forms make one of them. */
const STARTERS = String.raw`[=+\-@\u207A-\u207C\u208A-\u208C\u2212\u2A75\u2A76\uFB29\uFE62\uFE63\uFE66\uFE6B\uFF0B\uFF0D\uFF1D\uFF20]`
/** What separates cells for a reader of other settings than ours. */
const SEPARATORS = String.raw`[,;|\u037E\uFE10\uFE14\uFE50\uFE54\uFF0C\uFF1B\uFF5C]`
const formula = new RegExp(`^${SKIPPED}${STARTERS}`, 'u')
const formulaInside = new RegExp(`(${SEPARATORS}${SKIPPED})(?=${STARTERS})`, 'gu')

/**
 * A text that stays one, whoever wrote it: an apostrophe before what a spreadsheet would take for a formula,
 * also where it divides the text at commas or semicolons; line ends and other control characters are blanks.
 */
export function plainText(text: string): string {
  const line = text.replace(controls, ' ').trim()
  const divided = line.replace(formulaInside, `$1'`)
  return formula.test(line) || formula.test(text) ? `'${divided}` : divided
}

/**
 * Lines of a table as a Russian spreadsheet reads them: semicolons between, CRLF behind, a comma in
 * numbers. Texts are made harmless; numbers stay numbers, those below nothing too.
 */
export function writeLines(columns: readonly Column[], rows: readonly Cell[][]): string {
  return stringify(
    rows.map((row) => row.map((cell, at) => writeCell(cell, columns[at]))),
    { delimiter: ';', record_delimiter: 'windows' },
  )
}

/** What a table begins with: the mark of its encoding and its headings. */
export function writeHeadings(columns: readonly Column[]): string {
  return BOM + writeLines(columns.map(asText), [columns.map(({ title }) => title)])
}

/** The last line of a table that could not be finished, as wide as the others. */
export function writeCut(columns: readonly Column[], why: string): string {
  const row = columns.map((_, at) => (at === 0 ? `Выгрузка прервана: ${why}` : ''))
  return writeLines(columns.map(asText), [row])
}

const asText = ({ title }: Column): Column => ({ title, holds: 'text' })

function writeCell(cell: Cell | undefined, column: Column | undefined): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'string') return plainText(cell)
  const number = column?.holds === 'roubles' ? (cell / 100).toFixed(2) : String(cell)
  return number.replace('.', ',')
}

/** `10.04.2026 12:30` by Moscow's clock, which a Russian spreadsheet reads as a date. */
export function writeMoment(instant: string | null | undefined): string | null {
  if (!instant) return null
  const { day, month, year, hour, minute } = clockOf(instant)
  return `${day}.${month}.${year} ${hour}:${minute}`
}
