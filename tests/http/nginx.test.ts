import { readFileSync } from 'node:fs'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startSandbox, type SandboxServer } from '../../sandbox/server'
import { startApp, type AppProcess } from '../support/app-process'
import { expectHealthy } from '../support/health'
import { startNginx, type NginxProcess } from '../support/nginx'
import { startRedis, type RedisProcess } from '../support/redis'
import { createVisitor, signIn } from '../support/visitor'

/** HTTPS, with prefixed cookie names and all headers. */
const SITE = 'https://april.example'
const DEFAULT_BYTES = 1200

let sandbox: SandboxServer
let redis: RedisProcess
let apps: AppProcess[] = []
let nginx: NginxProcess
let roomy: NginxProcess
let nextPhone = 79087100000

beforeAll(async () => {
  ;[sandbox, redis] = await Promise.all([startSandbox({ port: 0 }), startRedis()])
  const settings = { PUBLIC_ORIGIN: SITE, TRUST_PROXY: '1', REDIS_URL: redis.url }
  apps = await Promise.all([startApp(sandbox.url, settings), startApp(sandbox.url, settings)])
  const addresses = apps.map(({ address }) => address)
  const operations = readFileSync('docs/operations.md', 'utf8')
  const [, advised = ''] = /```nginx\n(proxy_buffer_size.*?)```/s.exec(operations) ?? []
  ;[nginx, roomy] = await Promise.all([startNginx(addresses), startNginx(addresses, advised)])
})

afterAll(async () => {
  await Promise.all([nginx?.stop(), roomy?.stop()])
  for (const app of apps) await expectHealthy(app)
  await Promise.all([sandbox.close(), redis.stop()])
})

/** Signs in, opens the main screen in each container, and again after the token expired. */
async function beginAndGoOn({ url }: NginxProcess, bytes: number) {
  const { state } = sandbox.sandbox
  state.settings.tokenBytes = bytes
  const phone = String((nextPhone += 1))
  const visitor = createVisitor(url, SITE)
  const signedIn = await signIn(visitor, sandbox.sandbox, phone)
  const lengths = signedIn.headers.getSetCookie().map((cookie) => cookie.length)
  const statuses = [signedIn.status]
  while (statuses.length <= apps.length) statuses.push((await visitor.get('/today')).status)
  state.expire(phone, 'access')
  const renewed = await visitor.get('/today')
  statuses.push(renewed.status)
  const isRenewed = renewed.headers.getSetCookie().some((cookie) => cookie.includes('v1_jwt='))
  return { statuses, isRenewed, longest: Math.max(...lengths) }
}

const well = [303, 200, 200, 200]

describe("behind nginx with Debian's configuration", () => {
  test.each([DEFAULT_BYTES, 2048])(
    'a shopper with two tokens of %i bytes each signs in and gets them refreshed',
    async (bytes) => {
      const { statuses, isRenewed } = await beginAndGoOn(nginx, bytes)
      expect({ statuses, errorLog: await nginx.errors() }).toEqual({ statuses: well, errorLog: '' })
      expect(isRenewed).toBe(true)
    },
  )
})

describe("behind nginx with the buffers of the operators' document", () => {
  test.each([3072, 4096])(
    'a shopper with two tokens of %i bytes each signs in, with cookies of at most 4 kB',
    async (bytes) => {
      const { statuses, isRenewed, longest } = await beginAndGoOn(roomy, bytes)
      expect({ statuses, errorLog: await roomy.errors() }).toEqual({ statuses: well, errorLog: '' })
      expect(isRenewed).toBe(true)
      expect(longest).toBeLessThanOrEqual(4096)
    },
  )
})
