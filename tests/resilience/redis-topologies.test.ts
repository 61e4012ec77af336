import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { redisSettings, type RedisSettings } from '../../app/platform/redis-address.server'
import { createLimits } from '../../app/limits/limits.server'
import { connectRedis, type Redis } from '../../app/shared-state/redis-client.server'
import { createStore, probeRedis } from '../../app/shared-state/redis-store.server'
import { createRevokedSessions } from '../../app/session/revoked-sessions.server'
import { appEnv } from '../support/app-process'
import { command, startRedis } from '../support/redis'
import { createAuthority } from '../support/certificates'
import { startCluster, startSentinels, type RedisGroup } from '../support/redis-topologies'
import { runCommand } from '../support/run-command'

const LIFE_MS = 3_600_000
const REDIS = process.env.REDIS_SERVER_PATH ?? 'redis-server'
const VALKEY = process.env.VALKEY_SERVER_PATH ?? 'valkey-server'
const hasValkey = spawnSync(VALKEY, ['--version']).status === 0

const opened: { destroy(): void; close?(): Promise<void> }[] = []

async function connect(settings: RedisSettings): Promise<Redis> {
  const redis = await connectRedis(settings)
  opened.push(redis)
  await expect.poll(() => redis.isReady).toBe(true)
  return redis
}

function getRevokedSessions(redis: Redis, onUnsaved?: (count: number) => void) {
  const revokedSessions = createRevokedSessions({
    redis,
    lifeMs: LIFE_MS,
    ...(onUnsaved && { onUnsaved }),
  })
  opened.push({ destroy: () => void revokedSessions.close() })
  return revokedSessions
}

const newSession = () => ({ sessionId: randomUUID(), userId: randomUUID(), beganAt: Date.now() })

const getLimits = (redis: Redis, points = 5) =>
  createLimits({
    table: { tries: { points, seconds: 60 } },
    redis,
    secret: 'of the tests',
    addressFactor: 1,
  })

afterEach(() => {
  for (const each of opened.splice(0)) each.destroy()
})

const groups = [
  ['sentinels', startSentinels],
  ['a cluster', startCluster],
] as const

const programs = [
  ['Redis', REDIS],
  ['Valkey', VALKEY],
] as const
const cases = programs.flatMap(([engine, program]) =>
  groups.map(([kind, start]) => [engine, kind, program, start] as const),
)

describe.each(cases)('%s behind %s', (engine, _, program, start) => {
  // Debian 12 has no package of Valkey: VALKEY_SERVER_PATH names a server.
  const isHere = engine === 'Redis' || hasValkey
  let group: RedisGroup
  const settings = () => redisSettings(group.address)
  beforeAll(async () => {
    if (isHere) group = await start({ program })
  })
  afterAll(async () => {
    if (isHere) await group.stop()
  })

  test.runIf(isHere)('runs every command of the application', async () => {
    const rules = / >PASSWORD (.*)/.exec(readFileSync('docs/reference/redis.md', 'utf8'))![1]!
    for (const { url } of group.nodes)
      await command(
        url,
        ...['ACL', 'SETUSER', 'april', 'on', '>secret', ...rules.split(' ')],
        ...(group.address.includes('cluster') ? ['+cluster|slots'] : []),
      )
    const own = redisSettings(group.address, { username: 'april', password: 'secret' })
    const [one, other] = [await connect(own), await connect(own)]
    await probeRedis(one)
    const [store, others] = [createStore(one, null), createStore(other, null)]
    for (let each = 0; each < 20; each += 1) {
      expect(await store.claim(`lock:${each}`, 'owner', 5000)).toBe(true)
      expect(await others.claim(`lock:${each}`, 'another', 5000)).toBe(false)
      await store.release(`lock:${each}`, 'owner')
      await store.set(`next:${each}`, 'sealed', 5000)
      expect(await others.get(`next:${each}`)).toBe('sealed')
    }
    expect(await one.infos()).toHaveLength((await group.masters()).length)
  })

  test.runIf(isHere)('counts each point once across containers', async () => {
    const limits = [getLimits(await connect(settings())), getLimits(await connect(settings()))]
    for (let phone = 0; phone < 10; phone += 1) {
      const key = randomUUID()
      const results = await Promise.all(
        Array.from({ length: 20 }, (__, each) => limits[each % 2]!.consume(['tries', key])),
      )
      expect(results.filter(({ isOver }) => !isOver)).toHaveLength(5)
      expect(await limits[0]!.getRefusal('tries', key)).not.toBeNull()
    }
  })

  test.runIf(isHere)('counts a sign-out as unsaved until a replica has it', async () => {
    let unsaved = 0
    const revokedSessions = getRevokedSessions(await connect(settings()), (count) => {
      unsaved = count
    })
    await revokedSessions.revoke(newSession())
    expect(unsaved).toBe(0)
    const masters = await group.masters()
    const replicas = group.nodes.filter((node) => !masters.includes(node))
    for (const replica of replicas) replica.pause()
    const started = performance.now()
    await revokedSessions.revoke(newSession())
    expect(unsaved).toBe(1)
    expect(performance.now() - started).toBeLessThan(1500)
    for (const replica of replicas) replica.resume()
    await expect.poll(() => unsaved).toBe(0)
  })

  test.runIf(isHere)('replaces a hanging master by the promoted one', async () => {
    const redis = await connect(settings())
    const [hung] = await group.masters()
    hung!.pause()
    const writes = async () => {
      const keys = Array.from({ length: 40 }, () => `april:review:${randomUUID()}`)
      await Promise.all(keys.map((key) => redis.client.set(key, '1', 'PX', 1000)))
      return true
    }
    const isQuick = () => Promise.race([writes().catch(() => false), sleep(400, false)])
    expect(await isQuick()).toBe(false)
    await expect.poll(isQuick).toBe(true)
    hung!.resume()
    // The next test kills a master with a replica.
    const isMaster = async () => (await group.masters()).includes(hung!)
    await expect.poll(isMaster).toBe(false)
  })

  test.runIf(isHere)(
    'loses no sign-out when its masters are killed, and connects to the new ones',
    async () => {
      const [one, other] = [await connect(settings()), await connect(settings())]
      const [revokedSessions, others] = [getRevokedSessions(one), getRevokedSessions(other)]
      const sessions = Array.from({ length: 30 }, newSession)
      for (const session of sessions.slice(0, 20)) await revokedSessions.revoke(session)
      const counted = getLimits(one, 1000)
      const key = randomUUID()
      const counting = Array.from({ length: 100 }, async (__, each) => {
        await sleep(each * 20)
        return counted.consume(['tries', key])
      })
      const [killed] = await group.masters()
      await killed!.stop()
      for (const session of sessions.slice(20)) await revokedSessions.revoke(session)
      const areRevoked = async () => {
        const answers = await Promise.all(sessions.map((session) => others.isRevoked(session)))
        return answers.filter(Boolean).length
      }
      await expect.poll(areRevoked).toBe(sessions.length)
      await expect.poll(() => probeRedis(other).then(() => true, String)).toBe(true)
      await Promise.all(counting)
      const last = await getLimits(other, 1000).consume(['tries', key])
      // Some points were counted by the container only; none was sent twice.
      expect(last.isOver ? NaN : 1000 - last.left('tries')).toBeLessThanOrEqual(101)
      await killed!.restart()
    },
  )
})

describe('the doctor', () => {
  let group: RedisGroup
  beforeAll(async () => {
    group = await startSentinels()
  })
  afterAll(() => group.stop())
  const getFault = async (url: string) => {
    const env = { ...appEnv('http://127.0.0.1:9'), PUBLIC_ORIGIN: 'http://localhost', PORT: '0' }
    const { text } = await runCommand('--doctor', { ...env, REDIS_URL: url })
    return /[✓✗] REDIS_URL: (.*)/.exec(text)?.[1]
  }

  test('names a missing master of the sentinels, and a sentinel configured as Redis', async () => {
    expect(await getFault(group.address)).toMatch(/^writes, reads and deletes/)
    expect(await getFault(group.address.replace('/april', '/other'))).toMatch(/No such master/)
    const [first] = redisSettings(group.address).nodes
    expect(await getFault(`redis://${first!.host}:${first!.port}`)).toMatch(
      /^says ERR unknown command/,
    )
  })

  test('names each node of a cluster that is configured as a single Redis', async () => {
    const cluster = await startCluster()
    try {
      expect(await getFault(cluster.address)).toMatch(/^writes, reads and deletes/)
      for (const { url } of cluster.nodes)
        expect(await getFault(url)).toMatch(/says (MOVED|CROSSSLOT)/)
    } finally {
      await cluster.stop()
    }
  })
})

describe('TLS to Redis', () => {
  const authority = createAuthority()
  const server = authority.issue('IP:127.0.0.1')
  const ours = authority.issue('DNS:site')
  const read = (file: string) => readFileSync(file, 'utf8')
  const files = {
    ca: read(authority.certificate),
    cert: read(ours.certificate),
    key: read(ours.key),
  }
  const tls = `--tls-cert-file ${server.certificate} --tls-key-file ${server.key} --tls-ca-cert-file ${authority.certificate}`

  test('connects with client certificate, user and password, and not without the certificate', async () => {
    const redis = await startRedis(`${tls} --user april on >secret ~april:* +@all`)
    const port = String(redis.port + 1)
    await command(redis.url, 'CONFIG', 'SET', 'tls-port', port)
    const own = { username: 'april', password: 'secret' }
    await probeRedis(await connect(redisSettings(`rediss://127.0.0.1:${port}`, own, files)))
    const bare = await connectRedis(
      redisSettings(`rediss://127.0.0.1:${port}`, own, { ca: files.ca }),
    )
    opened.push(bare)
    expect(bare.isReady).toBe(false)
    await redis.stop()
  })
})
