import { expect, test, vi } from 'vitest'

import { redisSettings } from '~/platform/redis-address.server'

import { createRedis, reconnectPause } from './redis-client.server'

test('spreads Redis reconnects of containers randomly over the second half of a pause up to 2 s', () => {
  expect([0, 1, 3, 10].map((tries) => reconnectPause(tries, 1))).toEqual([100, 200, 800, 2000])
  expect([0, 1, 3, 10].map((tries) => reconnectPause(tries, 0))).toEqual([50, 100, 400, 1000])
})

test('beats and connects again after a listener has thrown', async () => {
  vi.useFakeTimers()
  let tries = 0
  const thrown: unknown[] = []
  const note = (error: unknown) => thrown.push(error)
  process.on('unhandledRejection', note)
  const redis = await createRedis(redisSettings('redis://127.0.0.1:1'), () => {
    tries += 1
    throw new Error('a listener failed')
  })
  await vi.waitFor(() => expect(tries).toBeGreaterThan(0))
  const before = tries
  await vi.advanceTimersByTimeAsync(2000)
  await vi.waitFor(() => expect(tries).toBeGreaterThan(before + 2))
  redis.destroy()
  vi.useRealTimers()
  process.off('unhandledRejection', note)
})
