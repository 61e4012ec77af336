import { EventEmitter, once } from 'node:events'
import { setImmediate as immediate } from 'node:timers/promises'

import type { Cluster, Redis as Client, RedisOptions } from 'ioredis'

import { withJitter } from '~/lib/jitter'
import { withTimeout } from '~/lib/with-timeout'
import type { RedisSettings } from '~/platform/redis-address.server'
import { failSpan, inSpan, SpanKind } from '~/platform/tracing.server'

export const NO_ANSWER = 'gives no answer in time'
/** The prefix of all keys. */
export const PREFIX = 'april:'
/** How long commands wait for a slow Redis, in milliseconds; then this process goes on alone. */
export const deadlinesMs = {
  usual: 250,
  /** Giving up too early would grant a point too many, or write a double tap twice. */
  guard: 1000,
  /** Refreshing a token that another container has used would end the session. */
  session: 2000,
}
/** After this time without any reply commands no longer wait. */
const SILENT_MS = 750
const CONNECT_MS = 1000
const BEAT_MS = 1000
/** A connection without a reply to pings for this long is replaced. */
const HUNG_MS = 3000
const FIRST_PAUSE_MS = 100
const MAX_PAUSE_MS = 2000
const RENEWED_AGAIN_MS = 2000

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

/** Lets this process read replies that arrived while it was busy. */
async function readPending(): Promise<void> {
  await immediate()
  await immediate()
}

const slow = new Error('Redis is slow')

interface RedisEvents {
  /** Connected, perhaps to a new master, which may lack earlier data. */
  ready: []
  /** Without a connection; repeated with each attempt. */
  away: []
  /** A failed or lost connection. */
  failed: [error: unknown]
  refused: [refusal: Refusal]
  /** A command exceeded its deadline. */
  slow: []
  /** On each change: Redis is silent and skipped, or it answers again. */
  silent: [isSilent: boolean]
}

/**
 * One Redis: a node, a master behind sentinels, or a cluster. Connects, and reconnects in the background.
 */
export class Redis extends EventEmitter<RedisEvents> {
  readonly client: Client | Cluster
  readonly #beats: NodeJS.Timeout
  #isOpen = true
  #renewedAt = -Infinity
  /** Nodes of a cluster connect with their first command; a Redis may be loading or want a password. */
  #isConnected = false
  #masterNames = ''
  /** Commands that wait for a reply, and since when; `Infinity` without any. */
  #pending = 0
  #silentSince = Infinity
  #isSilent = false

  constructor(library: Library, settings: RedisSettings) {
    super()
    this.client = createClient(library, settings)
    const report = (error: unknown) => this.#report(error)
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

  /** Waits for the first connection, a second at most. */
  async untilReady(): Promise<void> {
    if (this.isReady) return
    await withTimeout(
      () => once(this, 'ready'),
      CONNECT_MS,
      () => undefined,
    )
  }

  /**
   * Runs commands, or the fallback while Redis is down, slow or refuses them. One slow reply affects
   * one command; a silent Redis is skipped until it answers.
   * @param operation the name of the span in traces
   * @param fallback gets the refusal of Redis, if any
   */
  async run<T>(
    operation: string,
    commands: () => Promise<T>,
    fallback: (refusal: Refusal | null) => Promise<T>,
    deadlineMs = deadlinesMs.usual,
  ): Promise<T> {
    if (!this.isReady || deadlineMs <= 0) return fallback(null)
    const isSilent = () => performance.now() - this.#silentSince >= Math.max(deadlineMs, SILENT_MS)
    if (isSilent()) await readPending()
    if (isSilent()) {
      this.#setSilent(true)
      return fallback(null)
    }
    const attributes = { 'db.system.name': 'redis', 'db.operation.name': operation }
    return inSpan(`redis ${operation}`, { kind: SpanKind.CLIENT, attributes }, async (span) => {
      try {
        return await withTimeout(
          () => this.#await(commands),
          deadlineMs,
          async () => {
            await readPending()
            throw slow
          },
        )
      } catch (error) {
        const refusal = getRefusal(error)
        if (error === slow) this.emit('slow')
        if (refusal) this.emit('refused', refusal)
        if (refusal?.code === 'READONLY' || refusal?.code === 'MOVED') this.renew()
        failSpan(span, error === slow ? 'slow' : refusal ? 'refused' : 'failed')
        return fallback(refusal)
      }
    })
  }

  /** Notes how long Redis is silent. A late reply also shows that it answers again. */
  async #await<T>(commands: () => Promise<T>): Promise<T> {
    if (this.#pending === 0) this.#silentSince = performance.now()
    this.#pending += 1
    try {
      return await commands()
    } finally {
      this.#pending -= 1
      this.#silentSince = this.#pending > 0 ? performance.now() : Infinity
      this.#setSilent(false)
    }
  }

  #setSilent(isSilent: boolean): void {
    if (this.#isSilent === isSilent) return
    this.#isSilent = isSilent
    this.emit('silent', isSilent)
  }

  /** The writable nodes: one, or one for each part of a cluster. */
  get masters(): Client[] {
    return 'nodes' in this.client ? this.client.nodes('master') : [this.client]
  }

  /** The reply to INFO of each master. */
  async infos(): Promise<string[]> {
    return Promise.all(this.masters.map((master) => master.info()))
  }

  /** Connects again, because a master refuses writes; not too often. */
  renew(): void {
    const now = performance.now()
    if (now - this.#renewedAt < RENEWED_AGAIN_MS) return
    this.#renewedAt = now
    for (const master of this.masters) master.disconnect(true)
  }

  destroy(): void {
    this.#isOpen = false
    clearInterval(this.#beats)
    this.removeAllListeners()
    this.client.disconnect()
  }

  /** The library ends a connection that does not reply in time. */
  async #beat(): Promise<void> {
    const pings = await Promise.allSettled(this.masters.map((master) => master.ping()))
    const errors = pings.map((ping) => (ping.status === 'rejected' ? ping.reason : null))
    const refused = errors.find((error) => UNUSABLE.includes(getRefusal(error)?.code ?? ''))
    if (refused) return this.#report(refused)
    if (this.#isConnected || this.client.status !== 'ready') return
    this.#isConnected = true
    this.emit('ready')
  }

  async #report(error: unknown): Promise<void> {
    // A listener that throws must not end the process from within the library.
    await null
    if (!this.isReady) this.emit('away')
    // Redis refuses a connection without a password.
    const refusal = getRefusal(error)
    if (refusal) this.emit('refused', refusal)
    this.emit('failed', error)
  }

  #noteMasters(): void {
    const masters = this.masters.map(({ options: { host, port } }) => `${host}:${port}`).sort()
    if (this.#masterNames !== '' && this.#masterNames !== String(masters)) this.emit('ready')
    this.#masterNames = String(masters)
  }
}

/** Begins to connect; the library is not loaded without a Redis. */
export async function createRedis(settings: RedisSettings): Promise<Redis> {
  return new Redis(await import('./redis-library.server'), settings)
}

/** Connects; while Redis is down, it waits a second and retries in the background. */
export async function connectRedis(settings: RedisSettings): Promise<Redis> {
  const redis = await createRedis(settings)
  await redis.untilReady()
  return redis
}
