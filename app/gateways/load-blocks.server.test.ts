import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { GatewayError } from './gateway-error.server'
import { loadBlocks } from './load-blocks.server'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const hanging = () => new Promise<string>(() => undefined)

/** Whether the blocks are there after so many milliseconds. */
async function after<Value>(ms: number, loading: Promise<Value>): Promise<Value | 'loading'> {
  await vi.advanceTimersByTimeAsync(ms)
  return Promise.race([loading, Promise.resolve('loading' as const)])
}

test('a block that hangs is missing after a second and a half, and the others are there', async () => {
  const loading = loadBlocks({ card: Promise.resolve('card'), offers: hanging() })
  expect(await after(1499, loading)).toBe('loading')
  expect(await after(1, loading)).toEqual({ card: 'card', offers: undefined })
})

test('a block with a budget of its own is waited for until that has passed', async () => {
  const loading = loadBlocks({ card: hanging() }, { card: 3000 })
  expect(await after(2999, loading)).toBe('loading')
  expect(await after(1, loading)).toEqual({ card: undefined })
})

test('a call that fails costs its own block, an error of ours costs the page', async () => {
  const failed = Promise.reject(new GatewayError({ kind: 'network', endpoint: 'GET /x' }))
  expect(await loadBlocks({ failed, none: Promise.resolve(null) })).toEqual({
    failed: undefined,
    none: null,
  })
  await expect(loadBlocks({ broken: Promise.reject(new TypeError('ours')) })).rejects.toThrow(
    'ours',
  )
})
