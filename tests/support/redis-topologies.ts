import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { freePort } from '../../scripts/local-server'
import type { NetworkNamespace } from './network-namespace'
import { command, HOST, startServer, withoutDisk, type RedisProcess } from './redis'

export interface RedisGroup {
  /** Its address for `REDIS_URL`. */
  address: string
  nodes: RedisProcess[]
  /** The writable nodes. */
  masters(): Promise<RedisProcess[]>
  /** Promotes a replica, as operators do for an upgrade. */
  promote(): Promise<void>
  stop(): Promise<void>
}

export interface GroupOptions {
  /** The server's program, such as Valkey's. */
  program?: string
  /** Network of the first master; the others are at the other end of its cable. */
  namespace?: NetworkNamespace
}

/** As short as a busy machine allows, so that a failover takes seconds. */
const DOWN_AFTER_MS = 1000

const stopAll = async (nodes: readonly RedisProcess[]) =>
  void (await Promise.all(nodes.map((node) => node.stop())))

const until = async (isTrue: () => Promise<boolean>): Promise<void> => {
  while (!(await isTrue().catch(() => false))) await sleep(50)
}

/** A master with two replicas, and three sentinels that name it `april`. */
export async function startSentinels({
  program,
  namespace,
}: GroupOptions = {}): Promise<RedisGroup> {
  const [host, masterHost] = namespace ? [namespace.outside, namespace.inside] : [HOST, HOST]
  const master = await startServer({ program, args: withoutDisk(''), host: masterHost, namespace })
  const following = `--replicaof ${masterHost} ${master.port}`
  const replica = () => startServer({ program, args: withoutDisk(following), host })
  const nodes = [master, ...(await Promise.all([replica(), replica()]))]
  const lines = [
    `sentinel monitor april ${masterHost} ${master.port} 2`,
    `sentinel down-after-milliseconds april ${DOWN_AFTER_MS}`,
    'sentinel failover-timeout april 4000',
  ]
  const startSentinel = () => {
    const file = join(mkdtempSync(join(tmpdir(), 'sentinel-')), 'sentinel.conf')
    writeFileSync(file, `${lines.join('\n')}\n`)
    return startServer({ program, args: [file, '--sentinel'], host })
  }
  const sentinels = await Promise.all([startSentinel(), startSentinel(), startSentinel()])
  const ask = async (...args: string[]) => command(sentinels[0]!.url, 'SENTINEL', ...args)
  await until(async () => {
    const found = JSON.stringify(await ask('MASTER', 'april'))
    return /"num-slaves":?,?"2"/.test(found) && /"num-other-sentinels":?,?"2"/.test(found)
  })
  const hosts = sentinels.map(({ port }) => `${host}:${port}`).join()
  return {
    address: `redis+sentinel://${hosts}/april`,
    nodes,
    async masters() {
      const [, port] = (await ask('GET-MASTER-ADDR-BY-NAME', 'april')) as [string, string]
      return nodes.filter((node) => String(node.port) === port)
    },
    promote: async () => void (await ask('FAILOVER', 'april')),
    stop: () => stopAll([...sentinels, ...nodes]),
  }
}

const SLOTS = [
  ['0', '5460'],
  ['5461', '10922'],
  ['10923', '16383'],
] as const

/** Three masters with one replica each. */
export async function startCluster({ program, namespace }: GroupOptions = {}): Promise<RedisGroup> {
  const [host, firstHost] = namespace ? [namespace.outside, namespace.inside] : [HOST, HOST]
  const getHost = (index: number) => (index === 0 ? firstHost : host)
  const buses = await Promise.all(Array.from({ length: 6 }, () => freePort()))
  const modes = `--cluster-enabled yes --cluster-node-timeout ${DOWN_AFTER_MS}`
  const nodes = await Promise.all(
    buses.map((bus, index) =>
      startServer({
        program,
        args: withoutDisk(`${modes} --cluster-port ${bus}`),
        host: getHost(index),
        namespace: index === 0 ? namespace : undefined,
      }),
    ),
  )
  const [first] = nodes as [RedisProcess]
  const ask = async (node: RedisProcess, ...args: string[]) => command(node.url, 'CLUSTER', ...args)
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
  return {
    address: `redis+cluster://${hosts}`,
    nodes,
    async masters() {
      const answers = await Promise.allSettled(nodes.map((node) => command(node.url, 'ROLE')))
      return nodes.filter((_, index) => {
        const response = answers[index]!
        return response.status === 'fulfilled' && (response.value as string[])[0] === 'master'
      })
    },
    promote: async () => void (await ask(nodes[3]!, 'FAILOVER')),
    stop: () => stopAll(nodes),
  }
}
