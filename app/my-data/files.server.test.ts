import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { cutLine, headings, operationLine } from './files.server'

const strictly = (text: string): string[][] =>
  parse(text, {
    bom: true,
    delimiter: ';',
    record_delimiter: '\r\n',
    relax_column_count: false,
    relax_quotes: false,
  })

/** The type that a Russian spreadsheet assigns to a cell. */
function guess(cell: string): 'nothing' | 'number' | 'moment' | 'formula' | 'text' {
  if (cell === '') return 'nothing'
  if (/^[+-]?\d+(?:,\d+)?$/.test(cell)) return 'number'
  if (/^\d{2}\.\d{2}\.\d{4}(?: \d{2}:\d{2})?$/.test(cell)) return 'moment'
  return /^[\s\p{Cf}"]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/u.test(cell) ? 'formula' : 'text'
}

const operation = {
  id: '1',
  createdAt: '2026-04-10T09:30:00Z',
  type: 'PURCHASE' as const,
  hasPoll: false,
  totalSum: null,
  pointsAccrued: undefined,
  pointsSpent: undefined,
}
const getTitle = (title: string) => strictly(operationLine({ ...operation, title }))[0]?.[3]

test('keeps sums as numbers, dates as dates, and never starts a formula', () => {
  const lines = [
    operationLine({ ...operation, title: '=1+1', totalSum: 124990, pointsAccrued: 0 }),
    operationLine({ ...operation, type: 'REFUND', title: 'Молоко; 3,2 %', totalSum: 5 }),
    operationLine({ ...operation, title: 'Сыр «"Российский"»', storeAddress: '1/2' }),
  ]
  const rows = strictly(lines.join(''))
  expect(rows.map((row) => row.map(guess))).toEqual([
    ['text', 'moment', 'text', 'text', 'nothing', 'number', 'number', 'nothing'],
    ['text', 'moment', 'text', 'text', 'nothing', 'number', 'nothing', 'nothing'],
    ['text', 'moment', 'text', 'text', 'text', 'nothing', 'nothing', 'nothing'],
  ])
  expect(rows[0]).toEqual(['№ 1', '10.04.2026 12:30', 'Покупка', `'=1+1`, '', '-1249,9', '0', ''])
  expect(rows[1]?.slice(3, 6)).toEqual(['Молоко; 3,2 %', '', '0,05'])
  const [unknown] = strictly(operationLine({ ...operation, type: null, title: 'x', totalSum: 5 }))
  expect(unknown?.[5]).toBe('0,05')
  expect(rows[2]?.slice(3, 5)).toEqual(['Сыр «"Российский"»', `'1/2`])
})

test.each(['10.12', '5-10', '1/2', '0012', '1E5', '10:30', '1,5', '10.12.2026', '50%'])(
  'keeps the text %s as it was written',
  (text) => expect(getTitle(text)).toBe(`'${text}`),
)

test('starts with a byte order mark, and ends an interrupted table with a row of full width', () => {
  expect(headings()).toMatch(/^\uFEFFНомер операции;.*\r\n$/)
  const rows = strictly(headings() + cutLine('нет; связи'))
  expect(rows.at(-1)).toEqual(['Выгрузка прервана: нет; связи', ...Array(7).fill('')])
})

const code = (character: string) => `U+${character.codePointAt(0)!.toString(16)}`
/** Every character of the Basic Multilingual Plane with a compatibility form that satisfies `isLike`. */
const characters = (isLike: (form: string) => boolean) =>
  Array.from({ length: 0x10000 }, (_, at) => String.fromCharCode(at)).filter((character) =>
    isLike(character.normalize('NFKC')),
  )

describe('foreign text in a table cell', () => {
  test.each(['\r\n=1', '\u00A0=1', '\u200B=1', '"=1', '«=1', "'=1"])(
    'is escaped with an apostrophe when it is %j',
    (text) => expect(getTitle(text)).toMatch(/^'/),
  )

  test('is escaped after each comma or semicolon, where a spreadsheet may split it', () => {
    expect(getTitle('a,=1+1')).toBe("a,'=1+1")
    expect(getTitle('=1; "@x | +7,b')).toBe(`'=1; "'@x | '+7,b`)
    for (const separator of characters((form) => /[,;|]/.test(form)))
      expect(getTitle(`a${separator} =1`), code(separator)).toBe(`a${separator} '=1`)
  })

  test('is escaped when its first character normalises to one that starts a formula', () => {
    const starters = characters((form) => /^[=+\-@\u2212]/.test(form))
    expect(starters.length).toBeGreaterThan(15)
    for (const starter of starters)
      expect(getTitle(`${starter}1`), code(starter)).toBe(`'${starter}1`)
  })

  test('stays unchanged when it cannot start a formula', () => {
    for (const text of ['Молоко', '№ 12', '5 = 5', 'a@b.ru', '⭐ = 1'])
      expect(getTitle(text)).toBe(text)
  })

  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom('=', '+', '-', '@', '"', ';', '\r', '\n', '\t', ' ', 'я') }),
  )

  test('never breaks a line and never becomes a formula', () => {
    fc.assert(
      fc.property(fc.array(texts, { minLength: 1, maxLength: 4 }), (cells) => {
        const rows = strictly(cells.map((title) => operationLine({ ...operation, title })).join(''))
        expect(rows).toHaveLength(cells.length)
        for (const row of rows) expect(row.map(guess)).not.toContain('formula')
      }),
      { numRuns: 2000 },
    )
  })
})
