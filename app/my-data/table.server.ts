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
/** What a spreadsheet would run, also behind blanks, marks that nobody sees, and quotes. */
const formula = /^[\s\p{Cf}"'«»“”]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/u

/**
 * A text that stays one, whoever wrote it: what a spreadsheet would take for a formula begins with
 * an apostrophe, and line ends and other control characters are blanks.
 */
export function plainText(text: string): string {
  const line = text.replace(controls, ' ').trim()
  return formula.test(line) || formula.test(text) ? `'${line}` : line
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
