import type { Transaction } from '~/gateways/schemas/purchases.server'
import { currency } from '~/lib/currency'
import { getTillClock } from '~/lib/dates'
import { typeWord } from '~/lib/transaction-names'

type Cell = string | number | null | undefined

const controls = /[\p{Cc}\u2028\u2029]+/gu
/** Blanks, invisible characters and quotes, which a spreadsheet skips. */
const SKIPPED = String.raw`[\s\p{Cf}"'«»“”]*`
/** Characters that start a formula: `= + - @` and all with these compatibility forms. */
const STARTERS = String.raw`[=+\-@\u207A-\u207C\u208A-\u208C\u2212\u2A75\u2A76\uFB29\uFE62\uFE63\uFE66\uFE6B\uFF0B\uFF0D\uFF1D\uFF20]`
/** Separators of cells in other locales. */
const SEPARATORS = String.raw`[,;|\u037E\uFE10\uFE14\uFE50\uFE54\uFF0C\uFF1B\uFF5C]`
const formula = new RegExp(`^${SKIPPED}${STARTERS}`, 'u')
const formulaInside = new RegExp(`(${SEPARATORS}${SKIPPED})(?=${STARTERS})`, 'gu')
/** Text that a spreadsheet would change into a date or a number: `10.12`, `1/2`, `0012`, `1E5`. */
const CHANGED = /^\d+(?:[.,/:-]\d+)*(?:E[+-]?\d+)?%?$/i

/** The text, escaped with apostrophes wherever a spreadsheet would run or change it. */
function safeCellText(text: string): string {
  const line = text.replace(controls, ' ').trim()
  const divided = line.replace(formulaInside, `$1'`)
  return formula.test(line) || formula.test(text) || CHANGED.test(divided) ? `'${divided}` : divided
}

/** A line as a Russian spreadsheet reads it: semicolons, CRLF, decimal commas. Numbers stay numbers. */
const csvLine = (cells: readonly Cell[]) => `${cells.map(csvCell).join(';')}\r\n`

function csvCell(cell: Cell): string {
  if (typeof cell === 'number') return String(cell).replace('.', ',')
  const text = safeCellText(cell ?? '')
  return /[";]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The headings, after a byte order mark, which makes spreadsheets read UTF-8. */
export const headings = () =>
  `\uFEFF${csvLine([
    'Номер операции',
    'Дата и время (по кассе, иначе МСК)',
    'Вид',
    'Название',
    'Магазин',
    'Сумма, ₽',
    `Начислено ${currency.many}`,
    `Списано ${currency.many}`,
  ])}`

/** The last line of an incomplete table, as wide as the others. */
export const cutLine = (why: string) =>
  csvLine([`Выгрузка прервана: ${why}`, ...Array<null>(7).fill(null)])

/** The line of an operation. A sign precedes its number, because spreadsheets round long numbers. */
export function operationLine(transaction: Transaction): string {
  const { id, createdAt, type, title, storeAddress, totalSum } = transaction
  const { day, month, year, hour, minute } = getTillClock(createdAt, null)
  // Purchases are negative, as on the screens.
  const sign = type === 'REFUND' || !type ? 1 : -1
  return csvLine([
    `№ ${id}`,
    `${day}.${month}.${year} ${hour}:${minute}`,
    typeWord(type),
    title,
    storeAddress,
    typeof totalSum === 'number' ? (sign * Math.abs(totalSum)) / 100 : null,
    transaction.pointsAccrued,
    transaction.pointsSpent,
  ])
}
