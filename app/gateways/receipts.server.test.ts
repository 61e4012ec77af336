import { setTimeout as wait } from 'node:timers/promises'

import { expect, test } from 'vitest'

import { GatewayError } from './gateway-error.server'
import type { Gateways } from './gateways.server'
import { readReceipts } from './receipts.server'

const operations = Array.from({ length: 100 }, (_, index) => ({ id: `t${index}` }))

/** Receipts that load slowly, or fail. */
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

test('reads all receipts', async () => {
  const found = await readReceipts(
    receiptsThat(() => false),
    operations,
    5_000,
  )
  expect(found.size).toBe(100)
})

test('loses only the receipts that fail', async () => {
  const bad = new Set(['t3', 't50'])
  const found = await readReceipts(
    receiptsThat((id) => bad.has(id)),
    operations,
    5_000,
  )
  expect(found.size).toBe(98)
})

test('stops before its failures could open the breaker when all receipts fail', async () => {
  const { purchases, asked } = receiptsThat(() => true)
  expect((await readReceipts({ purchases }, operations, 5_000)).size).toBe(0)

  expect(asked.length).toBeLessThanOrEqual(4)
})

test('returns the loaded receipts when the time is over', async () => {
  const { purchases, asked } = receiptsThat(() => false, 40)
  const found = await readReceipts({ purchases }, operations, 100)
  expect(found.size).toBeGreaterThan(0)
  expect(found.size).toBeLessThan(100)
  expect(asked.length).toBeLessThan(100)
})

test('stops when the caller cancels', async () => {
  const { purchases, asked } = receiptsThat(() => false, 20)
  const left = AbortSignal.timeout(50)
  await readReceipts({ purchases }, operations, 5_000, left)
  expect(asked.length).toBeLessThan(100)
})
