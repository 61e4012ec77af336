import type { Source } from './history.server'
import { currency } from '~/lib/currency'
import { writeCut, writeHeadings, writeLines } from './table.server'
import * as tables from './tables.server'
import { writeWhole, writeWholeCut } from './whole.server'

/** A downloadable file. */
export interface DownloadFile {
  /** The file's name on the shopper's device, without its extension. */
  title: string
  ending: 'csv' | 'json'
  type: string
  /** True when a year can be chosen. */
  hasYears: boolean
  /** The file's pieces in order; calls `count` with the rows of each. */
  write(source: Source, count: (rows: number) => void): AsyncGenerator<string>
  /** The last piece of an incomplete file, valid after any other piece. */
  cut(why: string): string
}

function csv(title: string | (() => string), table: tables.Table, hasYears = false): DownloadFile {
  const { columns } = table
  return {
    get title() {
      return typeof title === 'string' ? title : title()
    },
    ending: 'csv',
    type: 'text/csv; charset=utf-8; header=present',
    hasYears,
    async *write(source, count) {
      let before = writeHeadings(columns)
      for await (const rows of table.rows(source)) {
        count(rows.length)
        const lines = before + writeLines(columns, rows)
        before = ''
        if (lines) yield lines
      }
      if (before) yield before
    },
    cut: (why) => writeCut(columns, why),
  }
}

/** Every file by the last part of its address. */
export const files = {
  'purchases.csv': csv('Покупки', tables.purchasesTable, true),
  'receipts.csv': csv('Чеки с товарами', tables.receiptsTable, true),
  'stars.csv': csv(() => currency.Plural, tables.starsTable),
  'coupons.csv': csv('Купоны', tables.couponsTable),
  'consents.csv': csv('Согласия', tables.consentsTable),
  'profile.csv': csv('Профиль', tables.profileTable),
  'all.json': {
    title: 'Мои данные',
    ending: 'json',
    type: 'application/json; charset=utf-8',
    hasYears: true,
    write: writeWhole,
    cut: writeWholeCut,
  },
} satisfies Record<string, DownloadFile>

export type FileName = keyof typeof files

export function isFileName(name: string | undefined): name is FileName {
  return name !== undefined && Object.hasOwn(files, name)
}

/**
 * The header that gives the file its Russian name (RFC 6266, RFC 8187), with an ASCII name for old
 * browsers.
 */
export function dispositionOf(name: FileName, year: number | null): string {
  const { title, ending, hasYears } = files[name]
  const fileName = `${title}${hasYears && year !== null ? ` за ${year} год` : ''}.${ending}`
  const encoded = encodeURIComponent(fileName).replace(
    /['()*!]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${name}"; filename*=UTF-8''${encoded}`
}
