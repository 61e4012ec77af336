import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { connect } from 'node:tls'
import { parseEnv as parseSettings } from 'node:util'

import { Agent, request, setGlobalDispatcher } from 'undici'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startSandbox, type SandboxServer } from '../../sandbox/server'
import { freePort } from '../../scripts/local-server'
import { startApp, type AppProcess } from '../support/app-process'
import { listen } from '../support/listen'
import { createPace } from '../support/pace'
import { HOST, startHaproxy, startNginx, type Proxy } from '../support/proxies'
import { startRedis, type RedisProcess } from '../support/redis'
import { opening, startTraffic } from '../support/traffic'
import { createVisitor, signIn } from '../support/visitor'

const SITE = `https://${HOST}`
const { DRAIN_SECONDS = '', TRUST_PROXY = '' } = parseSettings(
  readFileSync('deploy/systemd/april.env.example', 'utf8'),
)
const SHOPPERS = 6
const PAGES = ['/qr', '/coupons', '/profile', '/terms']

let server: SandboxServer
let redis: RedisProcess

beforeAll(async () => {
  server = await startSandbox({ port: 0 })
  redis = await startRedis()
})

afterAll(async () => {
  await redis.stop()
  await server.close()
})

describe.each([
  ['nginx', startNginx, 79084100000],
  ['haproxy', startHaproxy, 79084200000],
] as const)('behind %s with the configuration of deploy/', (name, startProxy, firstPhone) => {
  let ports: [number, number]
  let proxy: Proxy
  const apps = new Map<number, AppProcess>()

  const start = async (port: number) =>
    void apps.set(
      port,
      await startApp(server.url, {
        PORT: String(port),
        PUBLIC_ORIGIN: SITE,
        REDIS_URL: redis.url,
        TRUST_PROXY,
        DRAIN_SECONDS,
        ADDRESS_LIMIT_FACTOR: '1000',
      }),
    )

  const shopper = async (index: number) => {
    const visitor = createVisitor(proxy.url, SITE)
    await signIn(visitor, server.sandbox, String(firstPhone + index))
    return visitor
  }

  beforeAll(async () => {
    ports = [await freePort(), await freePort()]
    await Promise.all(ports.map(start))
    proxy = await startProxy(ports)
    setGlobalDispatcher(new Agent({ connect: { ca: proxy.certificate, servername: HOST } }))
  })

  afterAll(async () => {
    await proxy?.stop()
    await Promise.all([...apps.values()].map((app) => app.stop('SIGKILL')))
  })

  test('HTTP redirects to HTTPS', async () => {
    const { statusCode, headers } = await request(`${proxy.plainUrl}/terms?a=1`, {
      headers: { host: HOST },
    })
    expect([statusCode, headers.location]).toEqual([308, `${SITE}/terms?a=1`])
  })

  test('a request of HTTP/1.0 without a Host gets its page', async () => {
    const socket = connect({
      port: Number(new URL(proxy.url).port),
      host: '127.0.0.1',
      ca: proxy.certificate,
      servername: HOST,
    })
    socket.write('GET /terms HTTP/1.0\r\n\r\n')
    expect(await text(socket)).toMatch(/^HTTP\/1\.[01] 200 /)
  })

  test('shoppers sign in and post with the largest cookies', async () => {
    const visitor = await shopper(SHOPPERS)
    for (const at of [1, 2, 3]) visitor.cookies.set(`other${at}`, 'x'.repeat(3500))
    expect((await visitor.get('/qr')).status).toBe(200)
    // The runbook finds clients that request codes in this log.
    await expect.poll(() => proxy.log()).toMatch(/"form":"\/login","client":"127\.0\.0\.1"/)
    expect(proxy.log()).not.toContain('/qr')
    expect((await visitor.post('/profile/theme', { theme: 'dark' })).status).toBe(303)
  })

  test("the log has the proxy's request id, and ignores request id and traceparent of visitors", async () => {
    const visitor = createVisitor(proxy.url, SITE)
    await visitor.get('/terms', {
      'x-forwarded-for': '192.0.2.7',
      'x-request-id': 'of-the-visitor-1',
      traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
    })
    const written = () => [...apps.values()].map((app) => app.log()).join('')
    await expect.poll(() => /"requestId":"([\w-]+)".*"path":"\/terms"/.test(written())).toBe(true)
    expect(written()).not.toContain('of-the-visitor-1')
    expect(written()).not.toContain('a'.repeat(32))
    const ids = [...written().matchAll(/"requestId":"([\w-]+)".*"path":"\/terms"/g)].map(
      ([, id = '']) => id,
    )
    await expect.poll(() => ids.every((id) => proxy.log().includes(id))).toBe(true)
  })

  test('a rolling restart by deploy/systemd/rolling-restart.sh loses no request', async () => {
    const shoppers = await Promise.all(Array.from({ length: SHOPPERS }, (_, at) => shopper(at)))
    const poster = shoppers[0]!.copy()
    const load = startTraffic(
      shoppers.map((visitor) => opening(visitor, PAGES)),
      createPace(),
    )

    await restartAll(ports, async (port) => {
      const old = apps.get(port)!
      expect(await old.stop()).toBe(0)
      // A post during a restart goes to the other process.
      for (let at = 0; at < 4; at += 1)
        expect((await poster.post('/profile/theme', { theme: 'dark' })).status).toBe(303)
      await start(port)
    })
    await load.reaches(100)
    expect(await load.stop()).toEqual([])
  })

  // HAProxy checks once a second, and finds a process that returned a second later.
  test.runIf(name === 'nginx')('two crashes within ten seconds cost no page', async () => {
    const visitor = createVisitor(proxy.url, SITE)
    for (const port of ports) {
      await apps.get(port)!.stop('SIGKILL')
      for (let at = 0; at < 4; at += 1) expect((await visitor.get('/terms')).status).toBe(200)
      await start(port)
    }
  })

  test('the log of the balancer marks its own errors while every process is down', async () => {
    await Promise.all([...apps.values()].map((app) => app.stop('SIGKILL')))
    const visitor = createVisitor(proxy.url, SITE)
    await expect.poll(async () => (await visitor.get('/terms')).status).toBeGreaterThanOrEqual(502)
    if (name === 'nginx')
      await expect.poll(() => proxy.log()).toMatch(/"status":502,"answeredBy":"nginx"/)
    else {
      await expect.poll(() => proxy.log()).toMatch(/"status":503,.*"serverMs":-1/)
      await expect.poll(() => getOwnErrors(proxy)).toBeGreaterThan(0)
    }
  })
})

/** HAProxy's own 5xx responses, by the metric in docs/proxies.md. */
async function getOwnErrors({ metricsUrl }: Proxy): Promise<number> {
  const text = await (await request(metricsUrl)).body.text()
  const sum = (metric: string) =>
    [...text.matchAll(new RegExp(`^${metric}\\{[^}]*proxy="april"[^}]*code="5xx"\\} (\\d+)`, 'gm'))]
      .map(([, count]) => Number(count))
      .reduce((all, count) => all + count, 0)
  return sum('haproxy_backend_http_responses_total') - sum('haproxy_server_http_responses_total')
}

/** Runs the script for these ports; a `systemctl` in its path restarts each. */
async function restartAll(
  ports: readonly number[],
  restart: (port: number) => Promise<void>,
): Promise<void> {
  let fault: unknown
  const server = createServer((incoming, outgoing) => {
    const port = Number(/april@(\d+)$/.exec(incoming.url ?? '')?.[1])
    restart(port).then(
      () => outgoing.end(),
      (error: unknown) => {
        fault = error
        outgoing.writeHead(500).end()
      },
    )
  })
  const folder = mkdtempSync(join(tmpdir(), 'april-systemctl-'))
  const own = `http://127.0.0.1:${await listen(server)}`
  writeFileSync(join(folder, 'systemctl'), `#!/bin/sh\nexec curl -sf "${own}/$1/$2"\n`)
  chmodSync(join(folder, 'systemctl'), 0o755)
  const child = spawn('deploy/systemd/rolling-restart.sh', ports.map(String), {
    env: { ...process.env, PATH: `${folder}:${process.env.PATH}` },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  server.close()
  if (fault) throw fault
  expect(code).toBe(0)
}
