import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { createClient, ErrorReply } from '@redis/client'

import { freePort } from '../../scripts/local-server'
import type { NetworkNamespace } from './network-namespace'

export interface RedisProcess {
  port: number
  url: string
  /** Kills it. */
  stop(): Promise<void>
  /** Starts a stopped one with empty memory, at the same port. */
  restart(): Promise<void>
  /** Keeps its connections without responding, until it is resumed. */
  pause(): void
  resume(): void
  /** Names of all keys. */
  keys(): Promise<string[]>
}

interface ServerOptions {
  /** Its arguments without port and host. */
  args: string[]
  /** The server's program, such as Valkey's. */
  program?: string | undefined
  host?: string
  port?: number | undefined
  namespace?: NetworkNamespace | undefined
}

export const HOST = '127.0.0.1'
const PROGRAM = process.env.REDIS_SERVER_PATH ?? 'redis-server'

/** Arguments of a server without a disk. */
export const withoutDisk = (settings: string) => [
  ...['--save', '', '--appendonly', 'no', '--repl-diskless-sync-delay', '0'],
  // In cluster mode it stores what it knows of other nodes.
  ...['--dir', mkdtempSync(join(tmpdir(), 'redis-'))],
  ...settings.split(' ').filter(Boolean),
]

/** Starts a Redis server or a sentinel. */
export async function startServer({
  args,
  program = PROGRAM,
  host = HOST,
  port: givenPort,
  namespace,
}: ServerOptions): Promise<RedisProcess> {
  const port = givenPort ?? (await freePort())
  const url = `redis://${host}:${port}`
  const [file, ...before]: [string, ...string[]] = namespace
    ? ['ip', 'netns', 'exec', namespace.name, program]
    : [program]
  const own = ['--port', String(port), '--bind', host, '--protected-mode', 'no']
  let child: ChildProcess
  async function restart(): Promise<void> {
    let hasFailed = false
    child = spawn(file, [...before, ...args, ...own], { stdio: 'ignore' })
    child.once('error', () => (hasFailed = true))
    while (!(await responds(url))) {
      if (hasFailed || child.exitCode !== null)
        throw new Error(`${program} could not be started: is it installed?`)
      await sleep(50)
    }
  }
  await restart()
  return {
    port,
    url,
    restart,
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    keys: async () => (await command(url, 'KEYS', '*')) as string[],
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

/** A server with a password, or one that is loading, responds with an error. */
const responds = (url: string) =>
  command(url, 'PING').then(
    () => true,
    (error: unknown) => error instanceof ErrorReply,
  )

/**
 * A real Redis for one test, without a disk.
 * @param settings extra arguments, such as `--maxmemory 4mb`
 */
export const startRedis = (settings = '', port?: number): Promise<RedisProcess> =>
  startServer({ args: withoutDisk(settings), port })

/** Sends one command over a new connection. */
export async function command(url: string, ...args: string[]): Promise<unknown> {
  const client = createClient({ url, socket: { reconnectStrategy: false } })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await client.sendCommand(args)
  } finally {
    client.destroy()
  }
}

/** Fills a Redis that has a `maxmemory`, and then lowers the limit, so that it stays full. */
export async function fillRedis(url: string): Promise<void> {
  const client = createClient({ url })
  await client.connect()
  const value = 'x'.repeat(1000)
  const fill = (_: unknown, each: number) => client.set(`filling:${each}`, value, { PX: 600_000 })
  await Promise.allSettled(Array.from({ length: 5000 }, fill))
  const used = Number(/used_memory:(\d+)/.exec(await client.info('memory'))?.[1])
  await client.configSet('maxmemory', String(Math.floor(used * 0.9)))
  client.destroy()
}

/** Empties a filled Redis. */
export async function emptyRedis(url: string): Promise<void> {
  await command(url, 'CONFIG', 'SET', 'maxmemory', '4mb')
  await command(url, 'FLUSHALL')
}
