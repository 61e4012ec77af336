import type { AppLoadContext } from '@remix-run/node'
import { expect, test } from 'vitest'

import type { TransactionDetail } from '~/gateways/schemas/purchases.server'

import { loadTransaction } from './transaction.server'

const purchase: TransactionDetail = {
  id: 't1',
  createdAt: '2026-04-13T18:04:00+03:00',
  type: 'PURCHASE',
  title: 'Покупка',
  totalSum: 124990,
  pointsAccrued: 12,
  pointsSpent: 0,
  hasPoll: false,
  receipt: {
    items: [{ name: 'Яблоки', price: 19990, quantity: 0.536, sum: 10715 }],
    totalSum: 124990,
    discountSum: 10,
    fiscalDriveNumber: '9960440300000001',
    fiscalDocumentNumber: '12345',
    fiscalSign: '0123456789',
  },
}

async function getView(change: Partial<TransactionDetail> = {}) {
  const getTransaction = async () => ({ ...purchase, ...change })
  const vladivostok = {
    address: 'г. Владивосток, ул. Светланская, д. 7',
    cityFiasId: '',
    coordinates: { latitude: 43.1, longitude: 131.9 },
  }
  const searchStores = async () => ({ stores: [vladivostok] })
  const gateways = { purchases: { getTransaction }, stores: { searchStores } }
  const context = { gateways } as unknown as AppLoadContext
  return (await loadTransaction(context, purchase.id))!
}

test('shows products, discounts and the amount paid', async () => {
  const { receipt, money, points, when } = await getView()
  expect(receipt).toEqual({
    items: [{ name: 'Яблоки', count: '0,536 × 199,90\u2009₽', sum: '107,15\u2009₽' }],
    full: '1\u2009250\u2009₽',
    discount: '\u22120,10\u2009₽',
    total: '1\u2009249,90\u2009₽',
  })
  expect([money, points, when]).toEqual([
    '\u22121\u2009249,90\u2009₽',
    ['+12\u00a0звёзд'],
    '13 апреля 2026, 18:04',
  ])
})

test.each([
  ['REFUND', 'Возврат'],
  ['ACCRUAL', 'Начисление звёзд'],
  ['WRITE_OFF', 'Списание звёзд'],
  ['EXPIRATION', 'Звёзды сгорели'],
] as const)('names the operation type %s «%s»', async (type, what) => {
  expect((await getView({ type })).what).toBe(what)
})

test('has a QR code only with complete fiscal data', async () => {
  const { qr } = await getView()
  expect(qr).toContain('<svg')
  // The tax service tells a refund by its type.
  expect((await getView({ type: 'REFUND' })).qr).not.toBe(qr)
  expect((await getView({ type: null })).qr).toBeNull()
  const { receipt } = purchase
  const partly = await getView({ receipt: { ...receipt!, fiscalSign: undefined } })
  expect(partly.qr).toBeNull()
  expect(partly.fiscal.map(({ label }) => label)).toEqual(['ФН', 'ФД'])
})

test('shows no receipt for an operation without one', async () => {
  const gift = { type: 'ACCRUAL' as const, totalSum: null, receipt: undefined }
  const nothing = { money: null, receipt: null, fiscal: [], qr: null }
  expect(await getView(gift)).toMatchObject({ ...nothing, isPurchase: false, canBuyAgain: false })
})

test('gives a product or an operation without a name a general name', async () => {
  const receipt = { ...purchase.receipt!, items: [{ name: ' ', price: null, quantity: 1, sum: 1 }] }
  const view = await getView({ receipt, title: ' ' })
  expect(view.receipt?.items[0]).toMatchObject({ name: 'Товар', count: null })
  expect([view.title, view.canBuyAgain]).toEqual(['Покупка', true])
  const empty = { ...receipt, items: [] }
  expect((await getView({ receipt: empty })).canBuyAgain).toBe(false)
})

test.each([
  ['г. Владивосток, ул. Светланская, д. 7', '14 апреля 2026, 01:04', true],
  ['г. Владивосток, ул. Светланская, д. 70', '13 апреля 2026, 18:04 (МСК)', false],
  [undefined, '13 апреля 2026, 18:04 (МСК)', false],
])('shows an instant in UTC by the clock of the shop at «%s»: %s', async (address, when, hasQr) => {
  const view = await getView({ createdAt: '2026-04-13T15:04:00Z', storeAddress: address })
  expect([view.when, view.qr !== null]).toEqual([when, hasQr])
})
