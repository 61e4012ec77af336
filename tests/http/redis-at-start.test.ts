import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { ESLint } from 'eslint'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { startSandbox, type SandboxServer } from '../../sandbox/server'
import { freePort } from '../../scripts/local-server'
import { startApp } from '../support/app-process'
import { command, startRedis, startServer, type RedisProcess } from '../support/redis'
import { createVisitor } from '../support/visitor'

const AWAY = 'Redis is away, this container works alone'
const PASSWORD = 'the-password-of-a-test'

let sandbox: SandboxServer
let locked: RedisProcess
/** A sentinel with a dead master. */
let sentinel: RedisProcess

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 })
  locked = await startRedis(`--requirepass ${PASSWORD}`)
  const file = join(mkdtempSync(join(tmpdir(), 'sentinel-')), 'sentinel.conf')
  writeFileSync(file, `sentinel monitor april 127.0.0.1 ${await freePort()} 1\n`)
  sentinel = await startServer({ args: [file, '--sentinel'] })
})
afterAll(() => Promise.all([sandbox.close(), locked.stop(), sentinel.stop()]))

describe('the server without a reachable Redis at its start', () => {
  // State and cache have the same client, so one start meets two faults.
  test.for<[string, (port: number) => [state: string, cache: string]]>([
    [
      'a refused port, and an unknown name',
      (port) => [`redis://127.0.0.1:${port}`, 'redis://nowhere.invalid'],
    ],
    [
      'a refused port of TLS, and unknown sentinels',
      (port) => [`rediss://127.0.0.1:${port}`, 'redis+sentinel://a.invalid,b.invalid/april'],
    ],
    [
      'refused sentinels, and an unknown cluster',
      (port) => [
        `redis+sentinel://127.0.0.1:${port},localhost:${port}/april`,
        'redis+cluster://a.invalid,b.invalid',
      ],
    ],
    [
      'a refused cluster, and a missing password',
      (port) => [`redis+cluster://127.0.0.1:${port},localhost:${port}`, locked.url],
    ],
    [
      'a sentinel of a dead master, and one that does not know the master',
      () =>
        ['april', 'other'].map((name) => `redis+sentinel://127.0.0.1:${sentinel.port}/${name}`) as [
          string,
          string,
        ],
    ],
  ])('starts, works alone and says so: %s', async ([, addresses]) => {
    const [REDIS_URL, CACHE_REDIS_URL] = addresses(await freePort())
    const app = await startApp(sandbox.url, { REDIS_URL, CACHE_REDIS_URL })
    try {
      expect((await createVisitor(app.origin).get('/login')).status).toBe(200)
      expect(app.log()).toContain(AWAY)
      expect(app.log()).toContain('is away, this container keeps them by itself')
    } finally {
      expect(await app.stop()).toBe(0)
    }
  })

  test('takes Redis up when it is there', async () => {
    const port = await freePort()
    const app = await startApp(sandbox.url, { REDIS_URL: `redis://127.0.0.1:${port}` })
    onTestFinished(async () => expect(await app.stop()).toBe(0))
    expect(app.log()).toContain(AWAY)
    const redis = await startRedis('', port)
    onTestFinished(() => redis.stop())
    await expect.poll(app.log).toContain('Redis is in use')
  })
})

test('every line of the log is JSON, also those of libraries', async () => {
  const redis = await startRedis()
  onTestFinished(() => redis.stop())
  const app = await startApp(sandbox.url, { REDIS_URL: redis.url, REDIS_PASSWORD: PASSWORD })
  await expect.poll(app.log).toContain('does not require a password')
  expect(await app.stop()).toBe(0)
  for (const line of app.log().trim().split('\n'))
    expect(() => JSON.parse(line), line).not.toThrow()
  expect(app.log()).not.toContain(PASSWORD)
})

test('takes Redis up when its password is set to ours', async () => {
  const redis = await startRedis('--requirepass another')
  onTestFinished(() => redis.stop())
  const app = await startApp(sandbox.url, { REDIS_URL: redis.url, REDIS_PASSWORD: PASSWORD })
  onTestFinished(async () => void (await app.stop()))
  expect(app.log()).toContain(AWAY)
  const withOld = redis.url.replace('//', '//:another@')
  await command(withOld, 'CONFIG', 'SET', 'requirepass', PASSWORD)
  await expect.poll(app.log).toContain('Redis is in use')
})

test.each([
  'await sleep(1, undefined, { ref: false })',
  'await new Promise((resolve) => setTimeout(resolve, 1).unref())',
])('the rules refuse an awaited timer that does not keep the process alive: %s', async (line) => {
  const eslint = new ESLint()
  const [result] = await eslint.lintText(`${line}\n`, { filePath: 'app/platform/other.server.ts' })
  expect(result?.messages.map(({ ruleId }) => ruleId)).toContain('no-restricted-syntax')
})
