import { describe, expect, test } from 'vitest'

import { cacheUse } from '~/lib/byte-cache.server'

import { createMemoryStore } from './shared-store.server'

const HOUR_MS = 3_600_000

describe('the store of one container', () => {
  test('evicts no entry of another kind when one kind is full', async () => {
    const store = createMemoryStore()
    await store.claim('lock:of a refresh', 'owner', HOUR_MS)
    await store.set('next:of a refresh', 'sealed', HOUR_MS)
    await store.claim('form:of a shopper', 'under way', HOUR_MS)
    for (let batch = 0; batch < 120_000; batch += 1)
      await store.claim(`event-batch:${batch}`, '1', HOUR_MS)
    expect(await store.get('lock:of a refresh')).toBe('owner')
    expect(await store.get('next:of a refresh')).toBe('sealed')
    expect(await store.get('form:of a shopper')).toBe('under way')
  })

  test('holds no more bytes of a kind than its budget, and reports the number of bytes', async () => {
    // The metric covers all stores of this process, including those of other tests.
    const use = () => {
      const found = cacheUse().find(({ cache }) => cache === 'store captcha')
      return { bytes: found?.bytes ?? 0, budgetBytes: found?.budgetBytes ?? 0 }
    }
    const before = use()
    const store = createMemoryStore()
    for (let each = 0; each < 200; each += 1)
      await store.set(`captcha:${each}`, 'щ'.repeat(50_000), HOUR_MS)
    expect(use().budgetBytes - before.budgetBytes).toBe(4_000_000)
    expect(use().bytes - before.bytes).toBeGreaterThan(3_000_000)
    expect(use().bytes - before.bytes).toBeLessThanOrEqual(4_000_000)
    await store.close()
  })
})
