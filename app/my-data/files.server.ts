import { listAllCoupons } from '~/gateways/promotion-lists.server'
import { getZoneAt } from '~/gateways/store-zones.server'
import { hasTillZone, getTillClock } from '~/lib/dates'
import type { Transaction } from '~/gateways/schemas/purchases.server'
import { fiscalQr } from '~/domain/fiscal'
import { currency } from '~/domain/currency'
import { typeWord } from '~/domain/transaction-names'

import {
  readOperations,
  readReceiptsOfAll,
  withRetry,
  type OperationWithReceipt,
  type Source,
} from './history.server'

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

interface DownloadFile {
  /** The file's name on the shopper's device. */
  title: string
  type: string
  /** The file's pieces in order; calls `count` with the rows of each. */
  write(source: Source, count: (rows: number) => void): AsyncGenerator<string>
  /** The last piece of an incomplete file, valid after any other piece. */
  cut(why: string): string
}

/** Coupons are too many to read all: the file ends with this reason. */
export class LongListError extends Error {}

/** Every file by the last part of its address. */
export const files = {
  'purchases.csv': {
    title: 'Покупки.csv',
    type: 'text/csv; charset=utf-8; header=present',
    write: writeTable,
    cut: cutLine,
  },
  'all.json': {
    title: 'Мои данные.json',
    type: 'application/json; charset=utf-8',
    write: writeWhole,
    cut: (why) => `\n],\n"complete": false,\n"reason": ${JSON.stringify(why)}\n}\n`,
  },
} satisfies Record<string, DownloadFile>

export type FileName = keyof typeof files

async function* writeTable(source: Source, count: (rows: number) => void): AsyncGenerator<string> {
  let before = headings()
  for await (const operations of readOperations(source)) {
    count(operations.length)
    yield before + operations.map(operationLine).join('')
    before = ''
  }
}

/**
 * All stored data as JSON, written while it is read (docs/reference/my-data.md has the format). The
 * first piece has everything before the purchases, so that `cut` can close an incomplete file.
 */
async function* writeWhole(source: Source, count: (rows: number) => void): AsyncGenerator<string> {
  const { account, identity } = source.gateways
  const madeAt = new Date().toISOString()
  const coupons = await withRetry(source, () => listAllCoupons(source.gateways))
  const head = {
    format: 'loyalty-my-data',
    version: 2,
    madeAt,
    profile: await withRetry(source, () => identity.getProfile()),
    cards: await withRetry(source, () => account.listCards()),
    consents: await withRetry(source, () => account.getPermissions()),
    stars: await withRetry(source, () => account.getBalance()),
    coupons: coupons.entries,
  }
  const fields = Object.entries(head).map(
    ([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(orNull(value))}`,
  )
  const zones = new Map<string | undefined, Promise<string | null>>()
  const getZone = ({ createdAt, storeAddress }: Transaction) => {
    if (hasTillZone(createdAt)) return null
    const zone = zones.get(storeAddress) ?? getZoneAt(source.gateways.stores, storeAddress)
    zones.set(storeAddress, zone)
    return zone
  }
  let before = `{\n${fields.join(',\n')},\n"purchases": [\n`
  for await (const operations of readReceiptsOfAll(source)) {
    count(operations.length)
    for (const each of operations) {
      const timeZone = await getZone(each.transaction)
      yield before + JSON.stringify(orNull(getEntry(each, timeZone)))
      before = ',\n'
    }
  }
  // An empty history has not written the beginning yet.
  if (before !== ',\n') yield before
  if (!coupons.isWhole) throw new LongListError()
  yield '\n],\n"complete": true\n}\n'
}

function getEntry({ transaction, receipt: read }: OperationWithReceipt, timeZone: string | null) {
  const { id, createdAt, type, title, storeAddress, totalSum, pointsAccrued, pointsSpent } =
    transaction
  const receipt = read === 'unreadable' ? null : read
  const facts = { createdAt, timeZone, isRefund: type === 'REFUND' }
  const fiscalString = receipt && type ? fiscalQr({ ...receipt, ...facts }) : null
  return {
    ...{ id, createdAt, type, title, storeAddress, totalSum, pointsAccrued, pointsSpent },
    isReceiptUnreadable: read === 'unreadable',
    receipt: receipt && { ...receipt, fiscalString },
  }
}

/** Unknown values are null, so that every name is present. */
function orNull(value: unknown): unknown {
  if (value === undefined) return null
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(orNull)
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, orNull(each)]))
}
