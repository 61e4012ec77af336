import { describe, expect, test } from 'vitest'

import { qrSvg } from '~/lib/qr.server'

import { mergeCardRecord, parseCardRecord, type CardRecord } from './card-record'

const record: CardRecord = {
  owner: 'a',
  svg: qrSvg('H1234567890123456T123456'),
  number: '1234 5678 9012 3456',
  fetchedAt: '2026-11-20T11:32:00.000Z',
  balance: 1250,
  coupons: ['Хлеб −20 %'],
}

describe('the card record', () => {
  test('is read as it was kept', () => {
    expect(parseCardRecord(JSON.parse(JSON.stringify(record)))).toEqual(record)
  })

  test.each([
    [{ svg: '<svg onload="alert(1)"></svg>' }],
    [{ svg: `${record.svg}<script>alert(1)</script>` }],
    [{ svg: record.svg.replace('<path', '<path onclick="x()"') }],
    [{ number: '<b>1234567890</b>' }],
    [{ fetchedAt: 'yesterday' }],
    [{ balance: 'many' }],
    [{ coupons: [1] }],
    [{ owner: undefined }],
  ])('that was tampered with is none: %j', (change) => {
    expect(parseCardRecord({ ...record, ...change })).toBeNull()
  })

  test('takes what a screen has learnt and keeps the rest', () => {
    expect(mergeCardRecord(record, { owner: 'a', balance: 7 })).toEqual({ ...record, balance: 7 })
  })

  test('never mixes two shoppers', () => {
    expect(mergeCardRecord(record, { owner: 'b', balance: 7 })).toBeNull()
    const { svg, number, fetchedAt } = record
    expect(mergeCardRecord(record, { owner: 'b', svg, number, fetchedAt })).toEqual({
      ...record,
      owner: 'b',
      balance: null,
      coupons: null,
    })
  })
})
