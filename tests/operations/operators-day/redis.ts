import { execFileSync } from 'node:child_process'

import { expect } from 'vitest'

import { fillRedis } from '../../support/redis'
import type { Incident, Site } from './site'

/** Runs redis-cli as an operator does. */
const cli = (site: Site, ...args: string[]) =>
  execFileSync('redis-cli', ['-p', String(site.redis.port), ...args], { encoding: 'utf8' })

/** New visitors, so that Redis gets limits and forms. */
let nextPhone = 79093000000
const newcomersAsk = (site: Site) =>
  site.keep(300, () => site.stranger().post('/login', { phone: String((nextPhone += 1)) }))

export const killedRedis: Incident = {
  name: 'Redis is killed, and somebody signs out',
  alerts: {
    async AprilSignOutsUnsaved(site) {
      expect(await site.metric(/^april_denials_unsaved/)).toBe(1)
    },
    async AprilRedisAway(site) {
      expect(site.log()).toContain('Redis is away, this container works alone')
      expect((await site.command('--doctor')).text).toMatch(/✗ REDIS_URL/)
      expect(site.complaints()).toEqual([])
    },
  },
  async breaks(site) {
    const shopper = await site.shopper()
    await site.redis.stop()
    expect((await shopper().post('/logout')).status).toBe(303)
  },
  async mends(site) {
    await site.redis.restart()
  },
}

export const hangingRedis: Incident = {
  name: 'Redis hangs',
  alerts: {
    async AprilRedisAway(site) {
      expect(site.complaints()).toEqual([])
    },
  },
  async breaks(site) {
    site.redis.pause()
  },
  async mends(site) {
    site.redis.resume()
  },
}

export const fullRedis: Incident = {
  name: 'Redis is full',
  alerts: {
    async AprilRedisFull(site) {
      expect(site.log()).toContain('Redis refuses to write, is it full?')
      expect(cli(site, '--bigkeys')).toContain('Biggest string found')
      expect(site.complaints()).toEqual([])
    },
    async AprilRedisMemory(site) {
      const used = await site.metric(/^april_redis_memory_bytes\{role="state"/)
      expect(used).toBeGreaterThan(
        0.7 * (await site.metric(/^april_redis_memory_limit_bytes\{role="state"/)),
      )
    },
  },
  async breaks(site) {
    await fillRedis(site.redis.url)
    newcomersAsk(site)
  },
  async mends(site) {
    expect(cli(site, 'CONFIG', 'SET', 'maxmemory', '64mb')).toBe('OK\n')
  },
}

export const evictingRedis: Incident = {
  name: 'Redis evicts',
  redis: '--maxmemory 4mb --maxmemory-policy volatile-ttl',
  alerts: {
    async AprilRedisEvicting(site) {
      expect(site.log()).toContain('set maxmemory-policy to noeviction')
      expect((await site.command('--doctor')).text).toContain('volatile-ttl')
    },
  },
  besides: ['AprilRedisMemory', 'AprilRedisFull'],
  async breaks(site) {
    await fillRedis(site.redis.url)
  },
  async mends(site) {
    cli(site, 'CONFIG', 'SET', 'maxmemory', '64mb')
    cli(site, 'CONFIG', 'SET', 'maxmemory-policy', 'noeviction')
    cli(site, 'CONFIG', 'RESETSTAT')
  },
}
