import { expect, test } from 'vitest'

import type { TransactionDetail } from '~/gateways/schemas/purchases.server'

import { transactionView } from './transaction.server'

const purchase: TransactionDetail = {
  id: 't1',
  createdAt: '2026-04-13T15:04:00Z',
  type: 'PURCHASE',
  title: 'Покупка',
  totalSum: 124990,
  pointsAccrued: 12,
  pointsSpent: 0,
  hasPoll: true,
  receipt: {
    items: [{ name: 'Яблоки', price: 19990, quantity: 0.536, sum: 10715 }],
    totalSum: 124990,
    discountSum: 10,
    fiscalDriveNumber: '9960440300000001',
    fiscalDocumentNumber: '12345',
    fiscalSign: '0123456789',
  },
}

test('shows products, discounts and the amount paid', () => {
  const { receipt, money, stars, when } = transactionView(purchase)
  expect(receipt).toEqual({
    items: [{ name: 'Яблоки', count: '0,536 × 199,90\u2009₽', sum: '107,15\u2009₽' }],
    full: '1\u2009250\u2009₽',
    discount: '\u22120,10\u2009₽',
    total: '1\u2009249,90\u2009₽',
  })
  expect([money, stars, when]).toEqual([
    '\u22121\u2009249,90\u2009₽',
    ['+12\u00a0звёзд'],
    '13 апреля 2026, 18:04 (МСК)',
  ])
})

test.each([
  ['REFUND', 'Возврат'],
  ['ACCRUAL', 'Начисление звёзд'],
  ['WRITE_OFF', 'Списание звёзд'],
  ['EXPIRATION', 'Звёзды сгорели'],
] as const)('names the operation type %s «%s»', (type, what) => {
  expect(transactionView({ ...purchase, type }).what).toBe(what)
})

test('has a QR code only with complete fiscal data', () => {
  expect(transactionView(purchase).qr).toContain('<svg')
  const { receipt } = purchase
  const partly = transactionView({ ...purchase, receipt: { ...receipt!, fiscalSign: undefined } })
  expect(partly.qr).toBeNull()
  expect(partly.fiscal.map(({ label }) => label)).toEqual(['ФН', 'ФД'])
})

test('shows no receipt for an operation without one', () => {
  const gift = { ...purchase, type: 'ACCRUAL' as const, totalSum: null, receipt: undefined }
  expect(transactionView(gift)).toMatchObject({ money: null, receipt: null, fiscal: [], qr: null })
})

test('gives a product without a name a general name', () => {
  const receipt = { ...purchase.receipt!, items: [{ name: ' ', price: 1, quantity: 1, sum: 1 }] }
  expect(transactionView({ ...purchase, receipt }).receipt?.items[0]?.name).toBe('Товар')
})
