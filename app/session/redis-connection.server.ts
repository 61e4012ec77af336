import type {
  RedisClientOptions,
  RedisClientType,
  RedisClusterType,
  RedisSentinelType,
} from '@redis/client'

import { withTimeout } from '~/lib/with-timeout'
import type { RedisNode, RedisSettings } from '~/platform/redis-address.server'

export const NO_ANSWER = 'gives no answer in time'
const CONNECT_MS = 1000
/** Time-out of a sentinel or node that accepts the connection without replies. */
const HUNG_MS = 30_000

type Client = RedisClientType
type Cluster = RedisClusterType
type Sentinel = RedisSentinelType

export interface Script {
  keys: [key: string]
  arguments: string[]
}

/** The commands of this application, in the library's form; each uses one key. */
export interface RedisCommands {
  get(key: string): Promise<string | null>
  set(key: string, value: string, options: { PX: number; NX?: true }): Promise<unknown>
  del(key: string): Promise<number>
  eval(script: string, options: Script): Promise<unknown>
  multi(): ReturnType<Client['multi']>
}

/** A writable node: one, or one for each part of a cluster. */
export interface RedisMaster {
  ping(): Promise<unknown>
  info(section?: string): Promise<string>
  /** Number of replicas that have all writes of this connection. */
  wait(replicas: number, ms: number): Promise<number>
}

/** The common interface of the library's three clients. */
export interface RedisConnection {
  commands: RedisCommands
  connect(): Promise<unknown>
  isReady(): boolean
  masters(): Promise<RedisMaster[]>
  masterOf(key: string): Promise<RedisMaster>
  destroy(): void
}

interface Listener {
  /** Data may have been lost. */
  onError(error: unknown): void
  /** The connection leads to another master. */
  onReady(): void
}

/** The library never reconnects: a new connection replaces a lost one, through another node first. */
function nodeOptions({ credentials, tls, database }: RedisSettings) {
  return {
    ...credentials,
    ...(database > 0 && { database }),
    disableOfflineQueue: true,
    socket: {
      connectTimeout: CONNECT_MS,
      reconnectStrategy: false,
      ...(tls && { tls: true, ...tls }),
    },
  } satisfies RedisClientOptions as RedisClientOptions & { socket: { tls: true } }
}

const masters = new WeakMap<Client, RedisMaster>()

/** One object for each client, because masters are compared. */
function masterOfClient(client: Client): RedisMaster {
  const present = masters.get(client)
  if (present) return present
  const made: RedisMaster = {
    ping: () => client.ping(),
    info: (section) => client.info(section),
    wait: (replicas, ms) => client.wait(replicas, ms),
  }
  masters.set(client, made)
  return made
}

type Library = typeof import('./redis-library.server')

function toNode(library: Library, settings: RedisSettings, { onError }: Listener): RedisConnection {
  const options = nodeOptions(settings)
  const [node] = settings.nodes
  const client = library.createClient({
    ...options,
    socket: { ...options.socket, ...node },
  }) as Client
  client.on('error', onError)
  const master = masterOfClient(client)
  return {
    commands: client as unknown as RedisCommands,
    connect: () => client.connect(),
    isReady: () => client.isReady,
    masters: async () => [master],
    masterOf: async () => master,
    destroy: () => client.destroy(),
  }
}

function toSentinels(
  library: Library,
  settings: RedisSettings,
  { onError, onReady }: Listener,
): RedisConnection {
  const { socket } = nodeOptions(settings)
  const sentinel = library.createSentinel({
    name: settings.masterName,
    sentinelRootNodes: settings.nodes,
    // A command is never repeated: the new master may have got it from the old one.
    maxCommandRediscovers: 0,
    passthroughClientErrorEvents: true,
    nodeClientOptions: nodeOptions(settings),
    sentinelClientOptions: {
      ...settings.sentinelCredentials,
      socket: { ...socket, socketTimeout: HUNG_MS },
    },
  }) as unknown as Sentinel
  sentinel.on('error', onError)
  sentinel.on('ready', onReady)
  const master: RedisMaster = {
    ping: () => sentinel.ping(),
    info: (section) => sentinel.info(section),
    wait: (replicas, ms) => sentinel.sendCommand(false, ['WAIT', String(replicas), String(ms)]),
  }
  return {
    commands: sentinel as unknown as RedisCommands,
    connect: () => sentinel.connect(),
    // The library reports ready while it waits for another master.
    isReady: () => sentinel.isReady && sentinel.getMasterNode() !== undefined,
    masters: async () => [master],
    masterOf: async () => master,
    destroy: () => void sentinel.destroy().catch(() => undefined),
  }
}

function toCluster(library: Library, settings: RedisSettings, listener: Listener): RedisConnection {
  const cluster = library.createCluster({
    rootNodes: settings.nodes.map((node) => ({ socket: node })),
    defaults: nodeOptions(settings),
  }) as unknown as Cluster
  cluster.on('error', listener.onError)
  cluster.on('node-error', listener.onError)
  const toMaster = (client: unknown) => masterOfClient(client as Client)
  return {
    commands: cluster as unknown as RedisCommands,
    connect: () => cluster.connect(),
    isReady: () => cluster.isReady,
    masters: () =>
      Promise.all(cluster.masters.map(async (node) => toMaster(await cluster.nodeClient(node)))),
    masterOf: async (key) => toMaster(await cluster.getNodeClientForKey(key)),
    destroy: () => cluster.destroy(),
  }
}

const kinds = { node: toNode, sentinel: toSentinels, cluster: toCluster }

const rotated = (nodes: RedisNode[], by: number) => {
  const first = by % nodes.length
  return [...nodes.slice(first), ...nodes.slice(0, first)]
}

/**
 * Connects once, within a time limit.
 * @param attempt each starts with another sentinel or node
 * @throws Error of the library or of Redis
 */
export async function openConnection(
  settings: RedisSettings,
  { onError, onReady }: Listener,
  { attempt = 0, withinMs = 3000 } = {},
): Promise<RedisConnection> {
  // Not loaded without Redis.
  const library = await import('./redis-library.server')
  let cause: Error | null = null
  const connection = kinds[settings.kind](
    library,
    { ...settings, nodes: rotated(settings.nodes, attempt) },
    {
      onReady,
      onError(error) {
        // The first error has the reason; later ones say that nothing is left to try.
        if (error instanceof Error) cause ??= error
        onError(error)
      },
    },
  )
  try {
    await withTimeout(
      () => connection.connect(),
      withinMs,
      () => {
        throw new Error(NO_ANSWER)
      },
    )
    return connection
  } catch (error) {
    connection.destroy()
    throw cause ?? error
  }
}
