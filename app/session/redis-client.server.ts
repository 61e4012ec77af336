import { EventEmitter } from 'node:events'
import { setImmediate as immediate } from 'node:timers/promises'

import type { Cluster, Redis as Client, RedisOptions } from 'ioredis'

import type { RedisSettings } from '~/platform/redis-address.server'

import { withJitter } from '~/lib/jitter'

export const NO_ANSWER = 'gives no answer in time'
const CONNECT_MS = 1000
const BEAT_MS = 1000
/** A connection without a reply to pings for this long is replaced. */
const HUNG_MS = 3000
const FIRST_PAUSE_MS = 100
const MAX_PAUSE_MS = 2000
const FORCED_EVERY_MS = 2000

/** Lets this process read replies that arrived while it was busy. */
export async function readPending(): Promise<void> {
  await immediate()
  await immediate()
}

export interface Script {
  key: string
  values: string[]
}

const CODES =
  /\b(OOM|MISCONF|READONLY|CLUSTERDOWN|MOVED|ASK|TRYAGAIN|CROSSSLOT|NOAUTH|WRONGPASS|NOPERM|LOADING|MASTERDOWN|NOREPLICAS)\b/

/** Codes of a Redis that carries out no command at all. */
const UNUSABLE = ['LOADING', 'NOAUTH']

/** What Redis answered to a refused command. */
export interface Refusal {
  /** The error code of Redis, such as `READONLY`; `ERR` for one without a name. */
  code: string
  /** Such as `says NOPERM to EVAL`; contains no key and no value. */
  text: string
}

interface ReplyError extends Error {
  command?: { name: string }
  previousErrors?: Error[]
}

/** The refusal of a command by Redis; null for any other error. */
export function getRefusal(error: unknown): Refusal | null {
  if (!(error instanceof Error)) return null
  // A transaction fails by the first of its commands.
  const { name, message, command }: ReplyError = (error as ReplyError).previousErrors?.[0] ?? error
  const code = CODES.exec(message)?.[1] ?? (name === 'ReplyError' ? 'ERR' : null)
  if (!code) return null
  // An unknown command is answered with its arguments behind a comma.
  const answer = code === 'ERR' ? /^[\w `'-]{1,80}/.exec(message)?.[0].trim() : code
  const refused = /'([a-z|]+)' command/i.exec(message)?.[1] ?? command?.name
  return { code, text: `says ${answer}${refused ? ` to ${refused.toUpperCase()}` : ''}` }
}

type Library = typeof import('./redis-library.server')

function createClient(library: Library, settings: RedisSettings): Client | Cluster {
  const { kind, nodes, credentials, sentinelCredentials, database, tls, masterName } = settings
  const retry = (tries: number) =>
    withJitter(Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), MAX_PAUSE_MS))
  // A command is never repeated: the master may have carried it out.
  const shared = {
    ...credentials,
    protocol: 2,
    connectTimeout: CONNECT_MS,
    socketTimeout: HUNG_MS,
    autoResendUnfulfilledCommands: false,
    // The library's own checks need INFO, which a managed Redis may refuse.
    enableReadyCheck: false,
    maxRetriesPerRequest: 0,
    ...(tls && { tls }),
  } satisfies RedisOptions
  if (kind === 'cluster')
    return new library.Cluster(nodes, {
      redisOptions: shared,
      enableOfflineQueue: false,
      enableReadyCheck: false,
      clusterRetryStrategy: retry,
      retryDelayOnFailover: 0,
      retryDelayOnClusterDown: 0,
      slotsRefreshTimeout: CONNECT_MS,
      slotsRefreshInterval: BEAT_MS,
      // Certificates name hosts.
      dnsLookup: (address, callback) => callback(null, address),
    })
  const options = { ...shared, enableOfflineQueue: false, db: database, retryStrategy: retry }
  if (kind === 'node') return new library.Client({ ...options, ...nodes[0] })
  return new library.Client({
    ...options,
    sentinels: nodes,
    name: masterName,
    ...(sentinelCredentials.username && { sentinelUsername: sentinelCredentials.username }),
    ...(sentinelCredentials.password && { sentinelPassword: sentinelCredentials.password }),
    ...(tls && { sentinelTLS: tls, enableTLSForSentinelMode: true }),
    sentinelRetryStrategy: retry,
    sentinelCommandTimeout: CONNECT_MS,
    failoverDetector: true,
  })
}

/** The number of replicas that a master reports. */
const getReplicas = (info: string) => Number(/^connected_slaves:(\d+)/m.exec(info)?.[1] ?? 0)

async function isReplicated(master: Client, waitMs: number): Promise<boolean> {
  const info = await master.info('replication').catch((error: unknown) => {
    // Without INFO no replica is awaited.
    if (getRefusal(error)) return ''
    throw error
  })
  return getReplicas(info) === 0 || (await master.wait(1, waitMs)) > 0
}

/**
 * One Redis: a node, a master behind sentinels, or a cluster. Connects, and reconnects in the background.
 * Emits `ready` for each new master, after which earlier data may be missing, and `away` without one.
 */
export class Redis extends EventEmitter {
  readonly client: Client | Cluster
  readonly #beats: NodeJS.Timeout
  readonly #report: (error: unknown) => Promise<void>
  #isOpen = true
  #forcedAt = -Infinity
  /** Nodes of a cluster connect with their first command; a Redis may be loading or want a password. */
  #isConnected = false
  #known = ''

  /** @param onError receives the reason of a failed or lost connection */
  constructor(library: Library, settings: RedisSettings, onError: (error: unknown) => void) {
    super()
    this.client = createClient(library, settings)
    const report = (this.#report = async (error: unknown) => {
      // A listener that throws must not end the process from within the library.
      await null
      if (!this.isReady) this.emit('away')
      onError(error)
    })
    this.client.on('error', report).on('node error', report)
    this.client.on('ready', () => {
      this.#isConnected = false
      void this.#beat()
    })
    this.client.on('close', () => report(new Error('Redis is away')))
    // A failover during a connection attempt ends the library's own retries.
    this.client.on('end', () => {
      const again = () => this.#isOpen && void this.client.connect().catch(report)
      setTimeout(again, withJitter(FIRST_PAUSE_MS)).unref()
    })
    this.client.on('refresh', () => this.#noteMasters())
    this.#beats = setInterval(() => void this.#beat(), BEAT_MS).unref()
  }

  get isReady(): boolean {
    return this.#isConnected && this.client.status === 'ready'
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  /** The writable nodes: one, or one for each part of a cluster. */
  get #masters(): Client[] {
    return 'nodes' in this.client ? this.client.nodes('master') : [this.client]
  }

  /** The reply to INFO of each master. */
  async infos(): Promise<string[]> {
    return Promise.all(this.#masters.map((master) => master.info()))
  }

  /** Checks with each master whether this user may run WAIT, without waiting. */
  async probeWait(): Promise<void> {
    await Promise.all(this.#masters.map((master) => master.wait(0, 1)))
  }

  /**
   * Runs a script for each command, then waits until one replica of each master has the results. Without
   * replicas it does not wait.
   * @returns whether a replica of each master has them in time
   */
  async evalReplicated(script: string, commands: Script[], waitMs: number): Promise<boolean> {
    await Promise.all(
      commands.map(({ key, values }) => this.client.eval(script, 1, key, ...values)),
    )
    const waits = this.#masters.map((master) => isReplicated(master, waitMs))
    return (await Promise.all(waits)).every(Boolean)
  }

  /** Connects again, because a master refuses writes; not too often. */
  renew(): void {
    const now = performance.now()
    if (now - this.#forcedAt < FORCED_EVERY_MS) return
    this.#forcedAt = now
    for (const master of this.#masters) master.disconnect(true)
  }

  destroy(): void {
    this.#isOpen = false
    clearInterval(this.#beats)
    this.removeAllListeners()
    this.client.disconnect()
  }

  /** The library ends a connection that does not reply in time. */
  async #beat(): Promise<void> {
    const pings = await Promise.allSettled(this.#masters.map((master) => master.ping()))
    const errors = pings.map((ping) => (ping.status === 'rejected' ? ping.reason : null))
    const refused = errors.find((error) => UNUSABLE.includes(getRefusal(error)?.code ?? ''))
    if (refused) return this.#report(refused)
    if (this.#isConnected || this.client.status !== 'ready') return
    this.#isConnected = true
    this.emit('ready')
  }

  #noteMasters(): void {
    const known = this.#masters.map(({ options: { host, port } }) => `${host}:${port}`).sort()
    if (this.#known !== '' && this.#known !== String(known)) this.emit('ready')
    this.#known = String(known)
  }
}

/** Opens a Redis; the library is not loaded without one. */
export async function createRedis(
  settings: RedisSettings,
  onError: (error: unknown) => void,
): Promise<Redis> {
  return new Redis(await import('./redis-library.server'), settings, onError)
}
