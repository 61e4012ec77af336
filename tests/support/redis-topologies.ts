import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { freePort } from '../../scripts/local-server'
import type { NetworkNamespace } from './network-namespace'
import { command } from './redis'

/** One of several Redis servers. */
export interface RedisNode {
  port: number
  url: string
  kill(): Promise<void>
  pause(): void
  resume(): void
}

export interface RedisGroup {
  /** Its address for `REDIS_URL`. */
  address: string
  nodes: RedisNode[]
  /** The writable nodes. */
  masters(): Promise<RedisNode[]>
  /** Promotes a replica, as operators do for an upgrade. */
  promote(): Promise<void>
  /** Restarts a killed node with empty memory. */
  restart(node: RedisNode): Promise<void>
  stop(): Promise<void>
}

export interface GroupOptions {
  /** The server's program, such as Valkey's. */
  program?: string
  /** Extra arguments of each node. */
  settings?: string
  /** Network of the first master; the others are at the other end of its cable. */
  namespace?: NetworkNamespace
}

const HOST = '127.0.0.1'
const PROGRAM = process.env.REDIS_SERVER_PATH ?? 'redis-server'
/** As short as a busy machine allows, so that a failover takes seconds. */
const DOWN_AFTER_MS = 1000

async function answers(url: string): Promise<boolean> {
  try {
    await command(url, 'PING')
    return true
  } catch (error) {
    return /NOAUTH|LOADING|MASTERDOWN/.test(String(error))
  }
}

export async function startNode(
  program: string,
  argsOf: (port: number) => string[],
  host = HOST,
  namespace?: NetworkNamespace,
): Promise<RedisNode> {
  const port = await freePort()
  const url = `redis://${host}:${port}`
  const [file, ...before]: [string, ...string[]] = namespace
    ? ['ip', 'netns', 'exec', namespace.name, program]
    : [program]
  let child: ChildProcess
  const start = async () => {
    const args = [...argsOf(port), '--bind', host, '--protected-mode', 'no']
    child = spawn(file, [...before, ...args], { stdio: 'ignore' })
    while (!(await answers(url))) {
      if (child.exitCode !== null) throw new Error(`${program} did not start`)
      await sleep(50)
    }
  }
  await start()
  const node: RedisNode & { start: typeof start } = {
    port,
    url,
    start,
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
  return node
}

const common = (port: number, settings: string) => [
  ...['--port', String(port), '--save', '', '--appendonly', 'no'],
  ...['--dir', mkdtempSync(join(tmpdir(), 'redis-')), '--repl-diskless-sync-delay', '0'],
  ...settings.split(' ').filter(Boolean),
]

const group = (
  address: string,
  nodes: RedisNode[],
  others: RedisNode[],
  { masters, promote }: Pick<RedisGroup, 'masters' | 'promote'>,
): RedisGroup => ({
  address,
  nodes,
  masters,
  promote,
  restart: (node) => (node as RedisNode & { start(): Promise<void> }).start(),
  stop: async () => void (await Promise.all([...others, ...nodes].map((node) => node.kill()))),
})

const until = async (isTrue: () => Promise<boolean>): Promise<void> => {
  while (!(await isTrue().catch(() => false))) await sleep(50)
}

/** A master with two replicas, and three sentinels that name it `april`. */
export async function startSentinels({
  program = PROGRAM,
  settings = '',
  namespace,
}: GroupOptions = {}): Promise<RedisGroup> {
  const [host, masterHost] = namespace ? [namespace.outside, namespace.inside] : [HOST, HOST]
  const first = (port: number) => common(port, settings)
  const master = await startNode(program, first, masterHost, namespace)
  const following = `${settings} --replicaof ${masterHost} ${master.port}`
  const replica = () => startNode(program, (port) => common(port, following), host)
  const nodes = [master, ...(await Promise.all([replica(), replica()]))]
  const lines = [
    `sentinel monitor april ${masterHost} ${master.port} 2`,
    `sentinel down-after-milliseconds april ${DOWN_AFTER_MS}`,
    'sentinel failover-timeout april 4000',
  ]
  const startSentinel = () => {
    const file = join(mkdtempSync(join(tmpdir(), 'sentinel-')), 'sentinel.conf')
    writeFileSync(file, `${lines.join('\n')}\n`)
    return startNode(program, (port) => [file, '--sentinel', '--port', String(port)], host)
  }
  const sentinels = await Promise.all([startSentinel(), startSentinel(), startSentinel()])
  const ask = async (...args: string[]) => command(sentinels[0]!.url, 'SENTINEL', ...args)
  await until(async () => {
    const found = JSON.stringify(await ask('MASTER', 'april'))
    return /"num-slaves":?,?"2"/.test(found) && /"num-other-sentinels":?,?"2"/.test(found)
  })
  const hosts = sentinels.map(({ port }) => `${host}:${port}`).join()
  return group(`redis+sentinel://${hosts}/april`, nodes, sentinels, {
    async masters() {
      const [, port] = (await ask('GET-MASTER-ADDR-BY-NAME', 'april')) as [string, string]
      return nodes.filter((node) => String(node.port) === port)
    },
    promote: async () => void (await ask('FAILOVER', 'april')),
  })
}

const SLOTS = [
  ['0', '5460'],
  ['5461', '10922'],
  ['10923', '16383'],
] as const

/** Three masters with one replica each. */
export async function startCluster({
  program = PROGRAM,
  settings = '',
  namespace,
}: GroupOptions = {}): Promise<RedisGroup> {
  const [host, firstHost] = namespace ? [namespace.outside, namespace.inside] : [HOST, HOST]
  const getHost = (index: number) => (index === 0 ? firstHost : host)
  const buses = await Promise.all(Array.from({ length: 6 }, () => freePort()))
  const modes = `${settings} --cluster-enabled yes --cluster-node-timeout ${DOWN_AFTER_MS}`
  const nodes = await Promise.all(
    buses.map((bus, index) =>
      startNode(
        program,
        (port) => common(port, `${modes} --cluster-port ${bus}`),
        getHost(index),
        index === 0 ? namespace : undefined,
      ),
    ),
  )
  const [first] = nodes as [RedisNode]
  const ask = async (node: RedisNode, ...args: string[]) => command(node.url, 'CLUSTER', ...args)
  for (const [index, [from, to]] of SLOTS.entries())
    await ask(nodes[index]!, 'ADDSLOTSRANGE', from, to)
  for (const [index, node] of nodes.entries())
    await ask(first, 'MEET', getHost(index), String(node.port), String(buses[index]))
  const lists = () => Promise.all(nodes.map(async (node) => String(await ask(node, 'NODES'))))
  await until(async () => (await lists()).every((list) => list.trim().split('\n').length === 6))
  for (const [index, node] of nodes.slice(3).entries())
    await ask(node, 'REPLICATE', String(await ask(nodes[index]!, 'MYID')))
  await until(async () => {
    const states = await Promise.all(nodes.map((node) => ask(node, 'INFO')))
    const roles = await Promise.all(nodes.map((node) => command(node.url, 'INFO', 'replication')))
    return (
      states.every((state) => String(state).includes('cluster_state:ok')) &&
      roles.slice(3).every((role) => String(role).includes('master_link_status:up'))
    )
  })
  const hosts = nodes.map(({ port }, index) => `${getHost(index)}:${port}`).join()
  return group(`redis+cluster://${hosts}`, nodes, [], {
    async masters() {
      const answers = await Promise.allSettled(nodes.map((node) => command(node.url, 'ROLE')))
      return nodes.filter((_, index) => {
        const response = answers[index]!
        return response.status === 'fulfilled' && (response.value as string[])[0] === 'master'
      })
    },
    promote: async () => void (await ask(nodes[3]!, 'FAILOVER')),
  })
}
