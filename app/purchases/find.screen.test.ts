import { expect, test } from 'vitest'

import { testContext } from '../../tests/support/test-context'
import { loader } from './find.screen'

const HERE = '/profile/transactions/search'
const LIST = 'GET /v3/user/transactions'
const { regularShopper: shopper, visitor, spoil, getCalls } = testContext()

const address = (fields: Record<string, string>) => `${HERE}?${new URLSearchParams(fields)}`

test('makes no gateway call for a search page without conditions', async () => {
  const { load } = await shopper()
  const { data } = await load(loader, HERE)
  expect(data).toMatchObject({ isAsked: false, found: null, errors: {} })
  expect(getCalls(LIST)).toBe(0)
})

test('finds an operation by its store and its sum, and requests no receipt', async () => {
  const { load, user } = await shopper()
  const purchase = user.transactions.find(({ receipt, storeAddress }) => receipt && storeAddress)!
  const roubles = String(purchase.totalSum! / 100).replace('.', ',')
  const { data } = await load(
    loader,
    address({ sumFrom: roubles, sumTo: roubles, q: purchase.storeAddress! }),
  )
  const found = data.found?.months.flatMap(({ rows }) => rows.map(({ id }) => id))
  expect(found).toContain(purchase.id)
  expect(getCalls('GET /v2/user/transactions/{id}')).toBe(0)
})

test('makes four calls for the first page of ten years, and repeats no operation on the next page', async () => {
  const { load } = await visitor('79000000009')
  const { data } = await load(loader, address({ sumFrom: '1' }))
  expect(getCalls(LIST)).toBe(4)
  expect(data.found?.looked?.total).toBe(10_032)
  expect(data.ways.next).toMatch(/^\/profile\/transactions\/search\?sumFrom=1&offset=\d+$/)
  const next = await load(loader, data.ways.next!)
  const getIds = ({ found }: typeof data) =>
    found?.months.flatMap(({ rows }) => rows.map(({ id }) => id)) ?? []
  const both = [...getIds(data), ...getIds(next.data)]
  expect(new Set(both).size).toBe(both.length)
})

test('shows the error of an invalid field without a gateway call', async () => {
  const { load } = await shopper()
  const { status, data } = await load(loader, address({ sumFrom: '5', sumTo: '4', kind: 'REFUND' }))
  expect(status).toBe(200)
  expect(data).toMatchObject({ isAsked: false, typed: { sumFrom: '5', kind: 'REFUND' } })
  expect(Object.keys(data.errors)).toEqual(['sumFrom'])
  expect(getCalls(LIST)).toBe(0)
})

test('finds nothing at an offset beyond the end, and links to the first page', async () => {
  const { load } = await shopper()
  const { data } = await load(loader, address({ sumFrom: '1', offset: '99999' }))
  expect(data.found).toMatchObject({ count: 0, looked: null, nextOffset: null })
  expect(data.ways.first).toBe(address({ sumFrom: '1' }))
})

test('shows an error and keeps the input when the gateway fails', async () => {
  const { load } = await shopper()
  spoil(LIST, 'status')
  const { data } = await load(loader, address({ q: 'сыр', sumTo: '100' }))
  expect(data).toMatchObject({ isAsked: true, found: null, typed: { q: 'сыр', sumTo: '100' } })
  expect(data.ways.here).toBe(address({ q: 'сыр', sumTo: '100' }))
})
