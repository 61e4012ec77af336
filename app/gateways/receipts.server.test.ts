import { setTimeout as wait } from 'node:timers/promises'

import { expect, test } from 'vitest'

import { GatewayError } from './gateway-error.server'
import type { Gateways } from './gateways.server'
import { readReceipts } from './receipts.server'

const operations = Array.from({ length: 100 }, (_, index) => ({ id: `t${index}` }))

/** Receipts that take their time; some of them fail. */
function receiptsThat(isFailing: (id: string) => boolean, ms = 0) {
  const asked: string[] = []
  const purchases = {
    async getTransaction(id: string, { signal }: { signal: AbortSignal }) {
      asked.push(id)
      await wait(ms, undefined, { signal })
      if (isFailing(id)) throw new GatewayError({ kind: 'http', endpoint: id, status: 500 })
      return { id }
    },
  } as unknown as Gateways['purchases']
  return { purchases, asked }
}

test('all receipts are read', async () => {
  const found = await readReceipts(
    receiptsThat(() => false),
    operations,
    5_000,
  )
  expect(found.size).toBe(100)
})

test('one that fails now and then costs itself alone', async () => {
  const bad = new Set(['t3', 't50'])
  const found = await readReceipts(
    receiptsThat((id) => bad.has(id)),
    operations,
    5_000,
  )
  expect(found.size).toBe(98)
})

test('receipts that all fail are asked for fewer times than open everybody’s breaker', async () => {
  const { purchases, asked } = receiptsThat(() => true)
  expect((await readReceipts({ purchases }, operations, 5_000)).size).toBe(0)

  expect(asked.length).toBeLessThanOrEqual(4)
})

test('time that is over ends the reading with what has come', async () => {
  const { purchases, asked } = receiptsThat(() => false, 40)
  const found = await readReceipts({ purchases }, operations, 100)
  expect(found.size).toBeGreaterThan(0)
  expect(found.size).toBeLessThan(100)
  expect(asked.length).toBeLessThan(100)
})

test('whoever asked may give the rest up', async () => {
  const { purchases, asked } = receiptsThat(() => false, 20)
  const left = AbortSignal.timeout(50)
  await readReceipts({ purchases }, operations, 5_000, left)
  expect(asked.length).toBeLessThan(100)
})
