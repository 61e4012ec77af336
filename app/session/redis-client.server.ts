import { EventEmitter } from 'node:events'
import { setImmediate as immediate, setTimeout as sleep } from 'node:timers/promises'

import { withTimeout } from '~/lib/with-timeout'
import type { RedisSettings } from '~/platform/redis-address.server'

import {
  openConnection,
  type RedisCommands,
  type RedisConnection,
  type RedisMaster,
  type Script,
} from './redis-connection.server'

const BEAT_MS = 1000
/** A master without a response to pings for this long is looked up again. */
const HUNG_MS = 3000
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 2000
const LEAVING_MS = 2000
const FORCED_EVERY_MS = 2000

/** Half of the pause is random: containers that lost Redis together do not reconnect at once. */
export function reconnectPause(tries: number, random: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** tries, LONGEST_PAUSE_MS) * (0.5 + random / 2)
}

/** Lets this process read replies that arrived while it was busy. */
export async function readPending(): Promise<void> {
  await immediate()
  await immediate()
}

/** The number of replicas that a master reports. */
const replicasOf = (info: string) => Number(/^connected_slaves:(\d+)/m.exec(info)?.[1] ?? 0)

async function isReplicated(master: RedisMaster, waitMs: number): Promise<boolean> {
  // Without a permission for INFO no replica is awaited.
  const info = await master.info('replication').catch(() => '')
  return replicasOf(info) === 0 || (await master.wait(1, waitMs)) > 0
}

/**
 * One Redis: a node, a master behind sentinels, or a cluster. Connects, and retries in the background.
 * Replaces a lost or silent connection once a new one is ready. Emits `ready` for each new connection, after which earlier data may be missing, and `away` without one.
 */
export class Redis extends EventEmitter implements RedisCommands {
  #connection: RedisConnection | null = null
  /** Replaced connections with pending replies. */
  readonly #leaving = new Set<RedisConnection>()
  readonly #beats: NodeJS.Timeout
  #isOpen = true
  #isRenewing = false
  #isBeating = false
  #forcedAt = -Infinity

  /** @param onError receives the reason of a failed or lost connection */
  constructor(
    readonly settings: RedisSettings,
    private readonly onError: (error: unknown) => void,
  ) {
    super()
    this.#beats = setInterval(() => void this.#beat(), BEAT_MS).unref()
    void this.#renew()
  }

  get isReady(): boolean {
    return this.#connection?.isReady() ?? false
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  get #commands(): RedisCommands {
    if (!this.#connection) throw new Error('Redis is away')
    return this.#connection.commands
  }

  async get(key: string): Promise<string | null> {
    return this.#commands.get(key)
  }

  async set(...args: Parameters<RedisCommands['set']>): Promise<unknown> {
    return this.#commands.set(...args)
  }

  async del(key: string): Promise<number> {
    return this.#commands.del(key)
  }

  async eval(script: string, options: Script): Promise<unknown> {
    return this.#commands.eval(script, options)
  }

  multi(): ReturnType<RedisCommands['multi']> {
    return this.#commands.multi()
  }

  /** The reply to INFO of each master. */
  async infos(): Promise<string[]> {
    return Promise.all((await this.#masters()).map((master) => master.info()))
  }

  /** Checks with each master whether this user may run WAIT, without waiting. */
  async probeWait(): Promise<void> {
    await Promise.all((await this.#masters()).map((master) => master.wait(0, 1)))
  }

  /**
   * Runs a script for each command, then waits until one replica of each master has the results. Without
   * replicas it does not wait.
   * @returns whether a replica of each master has them in time
   */
  async evalReplicated(script: string, commands: Script[], waitMs: number): Promise<boolean> {
    const connection = this.#connection
    if (!connection) throw new Error('Redis is away')
    await Promise.all(commands.map((each) => connection.commands.eval(script, each)))
    const masters = await Promise.all(commands.map(({ keys: [key] }) => connection.masterOf(key)))
    const waits = [...new Set(masters)].map((master) => isReplicated(master, waitMs))
    return (await Promise.all(waits)).every(Boolean)
  }

  /** Looks up the masters again, because one refuses writes; not too often. */
  renew(): void {
    const now = performance.now()
    if (now - this.#forcedAt < FORCED_EVERY_MS) return
    this.#forcedAt = now
    void this.#renew(true)
  }

  destroy(): void {
    this.#isOpen = false
    clearInterval(this.#beats)
    for (const connection of this.#leaving) connection.destroy()
    this.#connection?.destroy()
    this.removeAllListeners()
  }

  async #masters(): Promise<RedisMaster[]> {
    return (await this.#connection?.masters()) ?? []
  }

  async #isWell(): Promise<boolean> {
    if (!this.isReady) return false
    const ping = async () => {
      await Promise.all((await this.#masters()).map((master) => master.ping()))
      return true
    }
    return withTimeout(ping, HUNG_MS, async () => (await readPending(), false)).catch(() => false)
  }

  async #beat(): Promise<void> {
    if (this.#isBeating || this.#isRenewing) return
    this.#isBeating = true
    try {
      if (!(await this.#isWell())) void this.#renew()
    } finally {
      this.#isBeating = false
    }
  }

  /** @param isForced replaces the present connection although it responds */
  async #renew(isForced = false): Promise<void> {
    if (this.#isRenewing) return
    this.#isRenewing = true
    try {
      let isUseless = isForced
      for (let attempt = 0; this.#isOpen && (isUseless || !(await this.#isWell())); attempt += 1) {
        try {
          await this.#replace(attempt)
          isUseless = false
        } catch (error) {
          this.#report(error)
          await sleep(reconnectPause(attempt, Math.random()))
        }
      }
    } finally {
      this.#isRenewing = false
    }
  }

  async #replace(attempt: number): Promise<void> {
    let isCurrent = false
    const next = await openConnection(
      this.settings,
      {
        onError: (error) => {
          if (isCurrent) this.#report(error)
        },
        onReady: () => void (isCurrent && this.emit('ready')),
      },
      { attempt },
    )
    if (!this.#isOpen) return next.destroy()
    this.#leave(this.#connection)
    this.#connection = next
    isCurrent = true
    this.emit('ready')
  }

  #report(error: unknown): void {
    this.onError(error)
    if (this.isReady) return
    this.emit('away')
    void this.#renew()
  }

  /** Pending replies of other masters may still arrive on the old connection. */
  #leave(connection: RedisConnection | null): void {
    if (!connection) return
    this.#leaving.add(connection)
    const end = () => {
      this.#leaving.delete(connection)
      connection.destroy()
    }
    setTimeout(end, LEAVING_MS).unref()
  }
}
