import { expect, test, vi } from 'vitest'

import { redisSettings } from '~/platform/redis-address.server'

import { withJitter } from '~/lib/jitter'
import { createRedis } from './redis-client.server'

test('spreads reconnects of containers randomly over the second half of a pause', () => {
  const random = vi.spyOn(Math, 'random')
  const pauses = [0, 0.5, 1].map((chance) => random.mockReturnValueOnce(chance) && withJitter(200))
  expect(pauses).toEqual([100, 150, 200])
  random.mockRestore()
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

test('connects again after a failover that ends a connection attempt', async () => {
  let tries = 0
  const redis = await createRedis(redisSettings('redis://127.0.0.1:1'), () => (tries += 1))
  const ended = new Promise((resolve) => redis.client.once('end', resolve))
  redis.client.once('connecting', () => redis.renew())
  await ended
  const before = tries
  await vi.waitFor(() => expect(tries).toBeGreaterThan(before + 2), { timeout: 5000 })
  redis.destroy()
})
