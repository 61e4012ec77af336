import { describe, expect, onTestFinished, test, vi } from 'vitest'

import { drawnCode128, qrSvg } from '~/domain/drawn-codes.server'

import {
  doubtCardRecord,
  keepOnlyNumberOf,
  mergeCardRecord,
  readCardRecord,
  usableCardRecord,
  writeCardRecord,
  type CardRecord,
} from './card-record'
import { keepCard } from './keep-card'

const svg = qrSvg('H1234567890123456T123456')
const record: CardRecord = {
  owner: 'a',
  svg,
  number: '1234 5678 9012 3456',
  barcode: drawnCode128('1234567890123456'),
  fetchedAt: '2026-11-20T11:32:00.000Z',
  balance: 1250,
  balanceAt: '2026-11-20T11:32:00.000Z',
  coupons: [
    {
      title: 'Хлеб',
      discount: '−20 %',
      code: '2912345678901',
      until: '2026-11-30T20:59:59.000Z',
      from: '2026-11-25T21:00:00.000Z',
    },
  ],
  keptDays: 30,
  isInDoubt: false,
}

describe('3.34: the card record stored in the browser', () => {
  test('is read as it was stored', () => {
    expect(mergeCardRecord(null, JSON.parse(JSON.stringify(record)))).toEqual(record)
  })

  test.each([
    [{ svg: '<svg onload="alert(1)"></svg>' }],
    [{ svg: `${svg}<script>alert(1)</script>` }],
    [{ svg: svg.replace('<path', '<path onclick="x()"') }],
    [{ svg: svg.replace('d="', `d="${'M1 1h1v1h-1z'.repeat(9999)}`) }],
    [{ number: '<b>1234567890</b>' }],
    [{ fetchedAt: 'yesterday' }],
    [{ owner: 'x'.repeat(65) }],
  ])('is null after tampering: %j', (change) => {
    expect(mergeCardRecord(null, { ...record, ...(change as object) })).toBeNull()
  })

  test.each([
    [{ balance: 'many' }, { balance: null }],
    [{ coupons: [1, null] }, { coupons: [] }],
    [{ barcode: '<svg onload="alert(1)"></svg>' }, { barcode: null }],
    [{ keptDays: 'for ever' }, { keptDays: 14 }],
    [{ keptDays: 366 }, { keptDays: 14 }],
    [
      { coupons: [{ title: 'Хлеб', discount: 'x'.repeat(81), code: 7, until: 'x', from: 'x' }] },
      { coupons: [{ title: 'Хлеб', code: null, until: null }] },
    ],
  ])('loses an unreadable part only: %j', (change, read) => {
    expect(mergeCardRecord(null, { ...record, ...(change as object) })).toEqual({
      ...record,
      ...read,
    })
  })

  test('has at most 20 coupons, drops one with an endless title, and an endless code', () => {
    const one = { title: 'х'.repeat(400), code: '1'.repeat(99), until: null }
    const coupons = [{ ...one, title: 'х'.repeat(401) }, ...Array.from({ length: 98 }, () => one)]
    const read = mergeCardRecord(null, { ...record, coupons })?.coupons
    expect(read).toHaveLength(19)
    expect(read?.[0]).toEqual({ title: 'х'.repeat(400), code: null, until: null })
  })

  test('takes the balance and its time from a loaded screen, and leaves other fields unchanged', () => {
    const now = new Date('2026-11-21T10:00:00.000Z')
    expect(mergeCardRecord(record, { owner: 'a', balance: 7 }, now)).toEqual({
      ...record,
      balance: 7,
      balanceAt: now.toISOString(),
    })
  })

  test('drops the code of a replaced card', () => {
    const news = { owner: 'a', number: '9999 5678 9012 3456' }
    expect(mergeCardRecord(record, news)).toMatchObject({ ...news, svg: null, barcode: null })
    const same = { owner: 'a', number: '1234567890123456' }
    expect(mergeCardRecord(record, same)).toEqual({ ...record, ...same })
  })

  test('loses its code after its days', () => {
    const { number, barcode } = record
    const day = (count: number) => new Date(Date.parse(record.fetchedAt) + count * 86_400_000)
    expect(usableCardRecord(record, day(29))?.svg).toBe(svg)
    expect(usableCardRecord(record, day(31))).toMatchObject({ number, barcode, svg: null })
  })

  test('is hidden after a sign-in began, until a page of its owner is loaded', () => {
    const inDoubt = { ...record, isInDoubt: true }
    expect(usableCardRecord(inDoubt)).toBeNull()
    expect(mergeCardRecord(inDoubt, { owner: 'a' })).toEqual(record)
  })

  test('is null after another shopper’s balance, and drops balance and coupons after another’s card', () => {
    expect(mergeCardRecord(record, { owner: 'b', balance: 7 })).toBeNull()
    const { number, fetchedAt } = record
    expect(mergeCardRecord(record, { owner: 'b', svg, number, fetchedAt })).toEqual({
      ...record,
      owner: 'b',
      barcode: null,
      balance: null,
      balanceAt: null,
      coupons: null,
      keptDays: 14,
    })
  })
})

/** A browser's cache that has the record. */
function stubCache(put: () => Promise<void>, stored = JSON.stringify(record)) {
  const drop = vi.fn(async () => true)
  const match = async () => new Response(stored)
  vi.stubGlobal('caches', { open: async () => ({ match, put }), delete: drop })
  onTestFinished(() => void vi.unstubAllGlobals())
  return drop
}

test('3.34: stores code, number and balance as one record in the cache of the card', async () => {
  const entries = new Map<string, Response>()
  const put = async (key: string, value: Response) => void entries.set(key, value)
  const cache = { put, match: async (key: string) => entries.get(key) }
  const open = vi.fn(async () => cache)
  vi.stubGlobal('caches', { open })
  onTestFinished(() => void vi.unstubAllGlobals())
  await writeCardRecord(record)
  expect(await readCardRecord()).toEqual(record)
  expect([open.mock.calls, entries.size]).toEqual([[['v1_card'], ['v1_card']], 1])
  entries.clear()
  await keepCard(record)
  expect(await readCardRecord()).toEqual(record)
})

test('keeps the number only after the session has ended, and nothing of another shopper', async () => {
  const put = vi.fn(async () => undefined)
  const drop = stubCache(put, JSON.stringify({ ...record, isInDoubt: true }))
  const { owner, number, barcode } = record
  const reduced = await keepOnlyNumberOf(owner)
  expect(reduced).toMatchObject({ owner, number, barcode, svg: null, isInDoubt: false })
  expect(JSON.stringify(reduced)).not.toMatch(/Хлеб|1250/)
  expect([drop.mock.calls.length, put.mock.calls.length]).toEqual([1, 1])
  expect(await keepOnlyNumberOf('b')).toBeNull()
  expect([drop.mock.calls.length, put.mock.calls.length]).toEqual([2, 1])
})

test('deletes the card record when full storage prevents marking its owner as uncertain', async () => {
  const put = vi.fn(() => Promise.reject(new DOMException('full', 'QuotaExceededError')))
  const drop = stubCache(put)
  await doubtCardRecord()
  expect(put).toHaveBeenCalledOnce()
  expect(drop).toHaveBeenCalledWith('v1_card')
})

test('reads an unreadable card record as none', async () => {
  stubCache(async () => undefined, '{')
  expect(await readCardRecord()).toBeNull()
  await expect(doubtCardRecord()).resolves.toBeUndefined()
})
