import { setTimeout as wait } from 'node:timers/promises'

import { expect, test } from 'vitest'

import type { CallOptions } from '~/gateways/endpoint.server'
import { GatewayError } from '~/gateways/gateway-error.server'
import type { Gateways } from '~/gateways/gateways.server'
import { readReceipts } from '~/my-data/history.server'

const operations = Array.from({ length: 100 }, (_, index) => ({ id: `t${index}` }))

/** Receipts that load slowly, or fail. */
function receiptsThat(isFailing: (id: string) => boolean, ms = 0) {
  const asked: string[] = []
  const purchases = {
    async getTransaction(id: string, { signal, isNotRetried }: CallOptions) {
      asked.push(id)
      expect(isNotRetried).toBe(true)
      await wait(ms, undefined, { signal: signal! })
      if (isFailing(id)) throw new GatewayError({ kind: 'http', endpoint: id, status: 500 })
      return id === 't7' ? null : { id }
    },
  } as unknown as Gateways['purchases']
  return { purchases, asked }
}

test('loses only the receipts that fail, and keeps no entry for an unknown one', async () => {
  // Four failures, of few receipts, are less than half.
  const bad = new Set(['t3', 't5', 't50', 't51', 't52'])
  const receipts = receiptsThat((id) => bad.has(id))
  const found = await readReceipts(receipts, operations, 5_000)
  expect([found.size, found.has('t7')]).toEqual([94, false])
  expect(receipts.asked).toHaveLength(100)
  const few = receiptsThat((id) => id < 't3')
  expect((await readReceipts(few, operations.slice(0, 5), 5_000)).size).toBe(2)
  expect((await readReceipts(few, operations, 0)).size).toBe(0)
  expect(few.asked).toHaveLength(5)
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
