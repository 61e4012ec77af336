import { expect, test } from 'vitest'

import { fiscalQr } from './fiscal'

const receipt = {
  createdAt: '2026-04-13T18:04:00+03:00',
  timeZone: null,
  isRefund: false,
  totalSum: 124990,
  fiscalDriveNumber: '9960440300000001',
  fiscalDocumentNumber: '012345',
  fiscalSign: '0123456789',
}

test('encodes the fields of the tax service with leading zeros', () => {
  expect(fiscalQr(receipt)).toBe(
    't=20260413T1804&s=1249.90&fn=9960440300000001&i=012345&fp=0123456789&n=1',
  )
})

test.each([
  ['whole roubles with kopecks', { totalSum: 500 }, /&s=5\.00&/],
  ['a refund as n=2', { isRefund: true }, /&n=2$/],
])('encodes %s', (_, change, expected) => {
  expect(fiscalQr({ ...receipt, ...change })).toMatch(expected)
})

test('encodes a refund’s negative sum as positive, and returns null for a purchase with one', () => {
  const minus = { ...receipt, totalSum: -124990 }
  expect(fiscalQr({ ...minus, isRefund: true })).toContain('&s=1249.90&')
  expect(fiscalQr(minus)).toBeNull()
})

test.each(['fiscalDriveNumber', 'fiscalDocumentNumber', 'fiscalSign'] as const)(
  'returns null when %s is missing or invalid',
  (name) => {
    expect(fiscalQr({ ...receipt, [name]: undefined })).toBeNull()
    expect(fiscalQr({ ...receipt, [name]: '12&n=3' })).toBeNull()
  },
)

test.each([
  ['2026-05-10T12:00:00+10:00', null, '20260510T1200'],
  // The day of the till, also near midnight.
  ['2026-05-10T00:30:00+10:00', 'Europe/Moscow', '20260510T0030'],
  ['2026-05-09T14:30:00Z', 'Asia/Vladivostok', '20260510T0030'],
  ['2026-05-09T14:30:00+00:00', 'Asia/Vladivostok', '20260510T0030'],
])('encodes %s of a till in the zone %s as its clock %s', (createdAt, timeZone, clock) => {
  expect(fiscalQr({ ...receipt, createdAt, timeZone })).toContain(`t=${clock}&`)
})

test('returns null for an instant in UTC of an unknown place', () => {
  expect(fiscalQr({ ...receipt, createdAt: '2026-05-10T02:00:00Z' })).toBeNull()
})
