import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { GatewayError } from './gateway-error.server'
import { loadBlocks } from './load-blocks.server'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const hanging = () => new Promise<string>(() => undefined)

/** The blocks if they are loaded after this time, else `loading`. */
async function after<Value>(ms: number, loading: Promise<Value>): Promise<Value | 'loading'> {
  await vi.advanceTimersByTimeAsync(ms)
  return Promise.race([loading, Promise.resolve('loading' as const)])
}

test('returns the other blocks after a second and a half when one hangs', async () => {
  const loading = loadBlocks({ card: Promise.resolve('card'), offers: hanging() })
  expect(await after(1499, loading)).toBe('loading')
  expect(await after(1, loading)).toEqual({ card: 'card', offers: undefined })
})

test('waits for a block as long as its own budget', async () => {
  const loading = loadBlocks({ card: hanging() }, { card: 3000 })
  expect(await after(2999, loading)).toBe('loading')
  expect(await after(1, loading)).toEqual({ card: undefined })
})

test('returns undefined for a block when its gateway call fails, and throws other errors', async () => {
  const failed = Promise.reject(new GatewayError({ kind: 'network', endpoint: 'GET /x' }))
  expect(await loadBlocks({ failed, none: Promise.resolve(null) })).toEqual({
    failed: undefined,
    none: null,
  })
  await expect(loadBlocks({ broken: Promise.reject(new TypeError('ours')) })).rejects.toThrow(
    'ours',
  )
})
