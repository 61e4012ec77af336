import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'

import { expect, onTestFinished, test, vi } from 'vitest'

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
  const redis = await createRedis(redisSettings('redis://127.0.0.1:1'))
  redis.on('failed', () => {
    tries += 1
    throw new Error('a listener failed')
  })
  await expect.poll(() => tries).toBeGreaterThan(0)
  const before = tries
  await vi.advanceTimersByTimeAsync(2000)
  await expect.poll(() => tries).toBeGreaterThan(before + 2)
  redis.destroy()
  vi.useRealTimers()
  process.off('unhandledRejection', note)
})

test('is not ready while Redis loads its data', async () => {
  let reply = '-LOADING Redis is loading the dataset in memory\r\n'
  const server = createServer((socket) =>
    socket.on('data', (data) => {
      const commands = String(data).match(/\*\d+\r\n/g) ?? []
      socket.write(reply.repeat(commands.length))
    }),
  ).listen(0)
  await once(server, 'listening')
  const url = `redis://127.0.0.1:${(server.address() as AddressInfo).port}`
  const redis = await createRedis(redisSettings(url))
  onTestFinished(() => {
    redis.destroy()
    server.close()
  })
  await once(redis.client, 'ready')
  await redis.client.ping().catch(() => undefined)
  expect(redis.isReady).toBe(false)
  reply = '+PONG\r\n'
  await once(redis, 'ready')
  expect(redis.isReady).toBe(true)
})

test('connects again after a failover that ends a connection attempt', async () => {
  let tries = 0
  const redis = await createRedis(redisSettings('redis://127.0.0.1:1'))
  redis.on('failed', () => (tries += 1))
  const ended = new Promise((resolve) => redis.client.once('end', resolve))
  redis.client.once('connecting', () => redis.renew())
  await ended
  const before = tries
  await expect.poll(() => tries).toBeGreaterThan(before + 2)
  redis.destroy()
})
