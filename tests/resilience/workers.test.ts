import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { Client } from 'undici'
import webpush from 'web-push'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createSealer } from '../../app/session/seal.server'
import { startSandbox, type SandboxServer } from '../../sandbox/server'
import { freePort } from '../../scripts/local-server'
import { appEnv, appNode, SECRET, startApp, type AppProcess } from '../support/app-process'
import { createPace } from '../support/pace'
import { startLocalGateway, type LocalGateway } from '../support/local-gateway'
import { pushSettings, subscription } from '../support/push-settings'
import { startRedis, type RedisProcess } from '../support/redis'
import { ledTo, startTlsFront, type TlsFront } from '../support/tls-front'
import { createVisitor, signIn } from '../support/visitor'

const WORKERS = 2
const PUSH_HOST = 'push.example'
/** A connection of its own, so that the next request goes to the next worker. */
const alone = { connection: 'close' }

let server: SandboxServer
let redis: RedisProcess
let pushService: LocalGateway
let front: TlsFront
let content: string
let metricsPort: number
let app: AppProcess

const start = (settings: Record<string, string> = {}) =>
  startApp(server.url, {
    WORKERS: String(WORKERS),
    REDIS_URL: redis.url,
    DRAIN_SECONDS: '4',
    ...settings,
  })

beforeAll(async () => {
  server = await startSandbox({ port: 0 })
  redis = await startRedis()
  pushService = await startLocalGateway()
  pushService.answer((response) => void response.writeHead(201).end())
  front = await startTlsFront(pushService.url, [PUSH_HOST])
  content = mkdtempSync(join(tmpdir(), 'workers-'))
  metricsPort = await freePort()
  app = await start({
    ...pushSettings,
    PUSH_SERVICES: `${PUSH_HOST},fcm.googleapis.com`,
    NODE_EXTRA_CA_CERTS: front.authority,
    NODE_OPTIONS: `${appEnv('').NODE_OPTIONS} ${ledTo(front, PUSH_HOST)}`,
    CONTENT_DIR: content,
    METRICS_PORT: String(metricsPort),
  })
})

afterAll(async () => {
  await app.stop('SIGKILL')
  await front.close()
  await pushService.close()
  await redis.stop()
  await server.close()
})

interface Line {
  pid: number
  msg: string
  requestId?: string
  route?: string
  worker?: number
}
/** Those that hold some text: the others are not worth reading, as often as they are asked for. */
const lines = ({ log }: AppProcess, holding = '') =>
  log()
    .split('\n')
    .filter((line) => line.startsWith('{') && line.includes(holding))
    .map((line) => JSON.parse(line) as Line)

/** Who answered, by the access log. */
const workersOf = (of: AppProcess, route = /./) => [
  ...new Set(
    lines(of)
      .filter((line) => line.msg === 'request' && route.test(line.route ?? ''))
      .map(({ pid }) => pid),
  ),
]
const told = (msg: string) => lines(app, `"msg":"${msg}"`)

async function sample(name: string, labels = ''): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  return text
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
    .filter((line) => line.includes(labels))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0)
}
const pages = () => sample('april_http_request_duration_seconds_count', 'route="sign-in/login')

async function shopper(phone: string) {
  const visitor = createVisitor(app.origin)
  await signIn(visitor, server.sandbox, phone)
  return visitor
}

test('a limit counts what all of them were asked', async () => {
  const visitor = await shopper('79087000001')
  const fields = { subscription, permitted: 'true' }
  const statuses: number[] = []
  for (let time = 0; time < 7; time += 1)
    statuses.push((await visitor.post('/push/enrol', fields, alone)).status)
  expect(statuses).toEqual([204, 204, 204, 204, 204, 429, 429])
  await expect.poll(() => workersOf(app, /^push/)).toHaveLength(WORKERS)
})

test('a page is counted once, whoever answered, and gauges say what they mean', async () => {
  const before = await pages()
  for (let page = 0; page < 20; page += 1) await createVisitor(app.origin).get('/login', alone)
  expect((await pages()) - before).toBe(20)
  expect(await sample('april_workers')).toBe(WORKERS)
  expect(await sample('april_redis_up', 'state')).toBe(1)
  expect(await sample('april_build_info')).toBe(1)
  // Not the sum of their starts, and not that of their loops.
  expect(await sample('process_start_time_seconds')).toBeLessThan(Date.now() / 1000 + 1)
  expect(await sample('process_resident_memory_bytes')).toBeGreaterThan(200e6)
})

test('the page of operators tells once what is the same, and by worker what is not', async () => {
  const page = await (await fetch(`http://127.0.0.1:${metricsPort}/`)).text()
  expect(page.match(/<dt>Version/g)).toHaveLength(1)
  expect(page).toContain('<dt>WORKERS</dt><dd>2</dd>')
  expect(page).not.toContain('<dt>WORKERS (worker')
})

test('a push is sent once to each device, whoever is asked', async () => {
  const sealer = createSealer([SECRET])
  const devices = Array.from({ length: 20 }, (_, device) => `/device-${device}`)
  const tokens = devices.map((path) => {
    const keys = { p256dh: webpush.generateVAPIDKeys().publicKey, auth: 'A'.repeat(22) }
    return sealer.seal('push', { endpoint: `https://${PUSH_HOST}${path}`, keys })
  })
  const relay = (some: string[]) =>
    createVisitor(app.origin).postJson(
      '/push/messages',
      { tokens: some, notification: { title: 'Купон', text: 'На хлеб' } },
      { authorization: `Bearer ${pushSettings.PUSH_RELAY_TOKEN}`, ...alone },
    )
  const answers = await Promise.all([0, 5, 10, 15].map((at) => relay(tokens.slice(at, at + 5))))
  for (const answer of answers)
    expect(await answer.json()).toEqual({ results: Array(5).fill('sent') })
  expect(pushService.received.map(({ url }) => url).sort()).toEqual([...devices].sort())
  await expect.poll(() => workersOf(app, /^push\/messages/)).toHaveLength(WORKERS)
  expect(await sample('april_push_messages_total', 'outcome="sent"')).toBe(20)
})

test('a file of the operator comes into force in all of them', async () => {
  writeFileSync(join(content, 'notice.json'), JSON.stringify({ text: 'Сегодня переучёт' }))
  const isShown = async () =>
    (await (await createVisitor(app.origin).get('/login', alone)).text()).includes('переучёт')
  await expect
    .poll(async () => [await isShown(), await isShown(), await isShown(), await isShown()])
    .not.toContain(false)
})

const logins = (isBy: (pid: number) => boolean) =>
  told('request').filter(({ route, pid }) => route?.startsWith('sign-in/login') && isBy(pid)).length

/** A client with one connection of its own, which keeps asking, each time in its turn, until it is told to stop. */
function startClient(turn: () => Promise<void>) {
  const client = new Client(app.address, { headersTimeout: 2000 })
  const headers = { host: new URL(app.origin).host }
  const seen = { answered: 0, failures: [] as string[], firstId: '', isOver: false }
  const run = (async () => {
    for (await turn(); !seen.isOver; await turn()) {
      try {
        const answer = await client.request({ path: '/login', method: 'GET', headers })
        await answer.body.dump()
        seen.answered += 1
        seen.firstId ||= String(answer.headers['x-request-id'])
        if (answer.statusCode !== 200) seen.failures.push(String(answer.statusCode))
      } catch (error) {
        seen.failures.push(String(error))
      }
    }
    await client.close()
  })()
  return {
    seen,
    stop: () => ((seen.isOver = true), run),
    worker: () => lines(app).find(({ requestId }) => requestId === seen.firstId)?.pid,
  }
}

test('one that dies takes along what it had in hand and no more, and is replaced', async () => {
  // Everybody has something in hand when it dies; until the next has begun they come at a usual pace.
  let turn = async () => {}
  const clients = Array.from({ length: 8 }, () => startClient(() => turn()))
  await expect.poll(() => clients.every(({ seen }) => seen.answered > 3)).toBe(true)
  const [dying = 0] = workersOf(app, /login/)
  const countedOfIt = logins((pid) => pid === dying)
  await pages()
  process.kill(dying, 'SIGKILL')
  turn = createPace()
  await expect.poll(() => told('a worker has begun')).toHaveLength(1)
  expect(told('a worker has ended')).toMatchObject([{ worker: dying }])
  await Promise.all(clients.map(({ stop }) => stop()))

  const owners = clients.map(({ worker }) => worker())
  const lost = (isOf: (pid?: number) => boolean) =>
    clients.flatMap(({ seen }, each) => (isOf(owners[each]) ? seen.failures : []))
  expect(lost((pid) => pid !== dying)).toEqual([])
  const theirs = owners.filter((pid) => pid === dying).length
  expect(theirs).toBeLessThan(owners.length)
  expect(lost((pid) => pid === dying).length).toBeGreaterThan(0)
  // One that comes back before its end is known may be led to it once more.
  expect(lost((pid) => pid === dying).length).toBeLessThanOrEqual(theirs + 1)
  expect(await sample('april_workers')).toBe(WORKERS)
  // What it had counted stays counted.
  const counted = countedOfIt + logins((pid) => pid !== dying)
  expect(await pages()).toBeGreaterThanOrEqual(counted)
  expect((await createVisitor(app.origin).get('/readyz', alone)).status).toBe(200)
})

// Here the container ends.
test('SIGTERM turns readiness of all, loses no request, and the container exits with 0', async () => {
  const visitor = await shopper('79087000002')
  const turn = createPace()
  const clients = Array.from({ length: 8 }, () => startClient(turn))
  await expect.poll(() => clients.every(({ seen }) => seen.answered > 3)).toBe(true)
  const exit = once(app.child, 'exit')
  app.child.kill('SIGTERM')
  const toldAt = performance.now()
  await expect
    .poll(() => told('draining').map(({ pid }) => pid), { interval: 10 })
    .toHaveLength(WORKERS)
  for (let probe = 0; probe < 4; probe += 1)
    expect((await createVisitor(app.origin).get('/readyz', alone)).status).toBe(503)
  const late = { mode: 'latency', latencyMs: 1600, times: 1 } as const
  server.sandbox.faults.add({ endpoint: 'GET /v1/user/totp', ...late })
  // The port closes while it is answered.
  await sleep(toldAt + 3000 - performance.now())
  const inFlight = visitor.get('/qr')
  await Promise.all(clients.map(({ stop }) => stop()))
  expect(clients.flatMap(({ seen }) => seen.failures)).toEqual([])
  expect(await (await inFlight).text()).toContain('QR-код карты для кассы')
  expect(await exit).toEqual([0, null])
  expect(told('stopped')).toHaveLength(WORKERS)
})

test('a process without its primary does not live on', async () => {
  const orphaned = await start()
  for (let page = 0; page < 4; page += 1) await createVisitor(orphaned.origin).get('/login', alone)
  await expect.poll(() => workersOf(orphaned)).toHaveLength(WORKERS)
  const workers = workersOf(orphaned)
  await orphaned.stop('SIGKILL')
  await expect.poll(() => workers.filter(isAlive)).toEqual([])
})

/** Who has ended and was not asked about it yet is still in the list of processes. */
function isAlive(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
  } catch {
    return false
  }
}

describe('the start', () => {
  const run = (env: Record<string, string>, ...args: string[]) =>
    spawnSync(appNode, ['build/server.js', ...args], {
      env: { ...appEnv(server.url), PUBLIC_ORIGIN: 'https://april.example', ...env },
      encoding: 'utf8',
      timeout: 20_000,
    })

  test.each([[[]], [['--check-config']]])('is refused without a Redis to share by: %j', (args) => {
    const { status, stderr } = run({ WORKERS: '2' }, ...args)
    expect(status).toBe(1)
    expect(stderr).toBe(
      'The configuration has faults:\n  REDIS_URL: is required with WORKERS above 1, which share by it what they must\n',
    )
  })

  test('of a command begins none of them', () => {
    const told = run({ WORKERS: '2', REDIS_URL: redis.url }, '--check-config')
    expect([told.status, told.stdout]).toEqual([0, 'The configuration is fine.\n'])
  })

  test.each(['PORT', 'METRICS_PORT'])('ends with a fault where their %s is taken', (name) => {
    const { port } = new URL(server.url)
    const settings = { WORKERS: '2', REDIS_URL: redis.url, PORT: '0' }
    const { status, stderr, stdout } = run({ ...settings, [name]: port })
    expect(status).toBe(1)
    expect(stderr.trim().split('\n')).toEqual([
      'The configuration has faults:',
      expect.stringMatching(`^  ${name}: .*EADDRINUSE.*:${port}$`),
    ])
    expect(stdout).not.toContain('"msg":"ready"')
  })
})
