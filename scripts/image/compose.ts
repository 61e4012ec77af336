// Runs compose.yaml: with Docker, or by starting each service itself under its name and ports, in a network
// of its own.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { parse } from 'yaml'

import { startContainer, type Runner } from './container'
import { must, works, type Image, type Target } from './engine'
import { answers, becomes, expect, expectSame } from './findings'
import { shop } from './shopper'

const MEGABYTE = 1024 * 1024
/** compose.yaml sets no memory limit, so this is the memory of a small machine. */
const MEMORY_BYTES = 1024 * MEGABYTE

export interface Service {
  build?: { target: Target }
  image: string
  user?: string
  command?: string[]
  environment?: Record<string, string>
  tmpfs?: string[]
  ports?: string[]
  healthcheck?: { test: string[] }
  depends_on?: Record<string, { condition: string }>
  stop_grace_period?: string
}

/** The value of `${NAME:-default}` as Compose reads it. */
export const interpolated = (value: string, env: Record<string, string | undefined>) =>
  value.replace(/\$\{(\w+):-([^}]*)\}/g, (_, name: string, other: string) => env[name] || other)

/** The services in the order of their dependencies. */
export function inOrder(services: Record<string, Service>): string[] {
  const order: string[] = []
  const add = (name: string, above: string[] = []) => {
    if (above.includes(name)) throw new Error(`${name} waits for itself`)
    for (const other of Object.keys(services[name]?.depends_on ?? {})) add(other, [...above, name])
    if (!order.includes(name)) order.push(name)
  }
  for (const name of Object.keys(services)) add(name)
  return order
}

export const readCompose = () =>
  (
    parse(readFileSync('compose.yaml', 'utf8'), { merge: true }) as {
      services: Record<string, Service>
    }
  ).services

const origin = 'http://localhost:3000'
const gateways = 'http://localhost:4010'

interface Running {
  isHealthy(): boolean
  stop(): Promise<number | null>
}

/** Without a registry this machine's server replaces the image. */
function startRedis(
  { command = [], user = '0:0', healthcheck }: Service,
  address: string,
): Running {
  const [uid = '', gid = ''] = user.split(':')
  const held = ['--reuid', uid, '--regid', gid, '--clear-groups', '--no-new-privs']
  const child = spawn(
    'setpriv',
    [...held, '--bounding-set', '-all', ...command, '--bind', address],
    { cwd: '/', stdio: 'ignore' },
  )
  const [tool = '', ...asked] = healthcheck?.test.slice(1) ?? []
  return {
    isHealthy: () => works(tool, '-h', address, ...asked),
    async stop() {
      child.kill('SIGTERM')
      return child.exitCode ?? ((await once(child, 'exit')) as [number | null])[0]
    },
  }
}

/** Maps service names to loopback addresses, for this process and for the containers. */
function nameAddresses(home: string, names: string[]): Map<string, string> {
  const addresses = new Map(names.map((name, index) => [name, `127.0.0.${index + 1}`]))
  const lines = [...addresses].map(([name, address]) => `${address} ${name}`)
  writeFileSync(join(home, 'hosts'), ['127.0.0.1 localhost', ...lines, ''].join('\n'))
  // In this mount namespace only.
  must('mount', ['--bind', join(home, 'hosts'), '/etc/hosts'])
  return addresses
}

export async function testCompose(runner: Runner, images: Record<Target, Image>): Promise<void> {
  console.log(
    `as compose.yaml brings it up, by ${runner}; redis is this machine's own redis-server`,
  )
  const services = readCompose()
  const home = mkdtempSync(join(tmpdir(), 'april-compose-'))
  const order = inOrder(services)
  const addresses = nameAddresses(home, ['app', ...order.filter((name) => name !== 'app')])
  const running = new Map<string, Running>()
  const start = (name: string, service: Service): Running => {
    const address = addresses.get(name)!
    if (!service.build) return startRedis(service, address)
    const image = images[service.build.target]
    const env = Object.entries(service.environment ?? {}).map(([key, value]) => [
      key,
      interpolated(value, {}),
    ])
    const [uid = 0, gid = 0] = image.user.split(':').map(Number)
    return startContainer(runner, image, {
      name: `april-compose-${name}-${process.pid}`,
      env: Object.fromEntries(env) as Record<string, string>,
      uid,
      gid,
      memoryBytes: MEMORY_BYTES,
      tmpfs: service.tmpfs ?? [],
      files: [[join(home, 'hosts'), '/etc/hosts']],
    })
  }
  const keys = (name: string) =>
    Number(must('redis-cli', ['-h', addresses.get(name)!, 'dbsize']).replace(/\D/g, ''))
  try {
    for (const name of order) {
      const service = start(name, services[name]!)
      running.set(name, service)
      expect(await becomes(() => service.isHealthy()), `${name} is healthy`)
    }
    await shop(origin, gateways)
    expect((await (await fetch(`${origin}/readyz`)).text()).length > 0, '/readyz answers')
    for (const name of ['redis', 'redis-cache'])
      expect(keys(name) > 0, `${name} knows something now: ${keys(name)} keys`)
    for (const name of order.toReversed()) {
      const since = performance.now()
      const code = await running.get(name)!.stop()
      running.delete(name)
      const seconds = (performance.now() - since) / 1000
      const grace = Number.parseInt(services[name]!.stop_grace_period ?? '10')
      expectSame(code, 0, `${name}: SIGTERM ends it in ${seconds.toFixed(1)} s with`)
      expect(seconds < grace, `${name}: that is within its ${grace} s`)
    }
  } finally {
    for (const [, each] of running) await each.stop()
    spawnSync('umount', ['/etc/hosts'])
    rmSync(home, { recursive: true, force: true })
  }
}

export async function tryDockerCompose(): Promise<void> {
  console.log('as docker compose brings it up')
  const compose = (...args: string[]) => works('docker', 'compose', '-p', 'april-check', ...args)
  try {
    expect(compose('up', '--build', '--detach', '--wait'), 'all services are healthy')
    expect(await answers(`${origin}/readyz`), '/readyz says 200')
    await shop(origin, gateways)
  } finally {
    expect(compose('down', '--volumes'), 'and they go')
  }
}
