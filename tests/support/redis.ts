import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { createClient, ErrorReply } from '@redis/client'

import { freePort } from '../../scripts/local-server'

export interface RedisProcess {
  url: string
  stop(): Promise<void>
  /** Keeps its connections without responding, until it is resumed. */
  pause(): void
  resume(): void
  /** Names of all keys. */
  keys(): Promise<string[]>
}

/**
 * A real Redis for one test, without a disk.
 * @param settings extra arguments, such as `--maxmemory 4mb`
 */
export async function startRedis(
  givenPort?: number,
  settings = '',
): Promise<RedisProcess & { port: number }> {
  const port = givenPort ?? (await freePort())
  const command = process.env.REDIS_SERVER_PATH ?? 'redis-server'
  const child = spawn(
    command,
    [
      ...['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
      // In cluster mode it stores what it knows of other nodes.
      ...['--dir', mkdtempSync(join(tmpdir(), 'redis-'))],
      ...settings.split(' ').filter(Boolean),
    ],
    { stdio: 'ignore' },
  )
  const failed = once(child, 'error').then(() => {
    throw new Error('redis-server could not be started: is it installed?')
  })
  const url = `redis://127.0.0.1:${port}`
  const answers = async () => {
    const client = createClient({ url, socket: { reconnectStrategy: false } })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.ping()
      return true
    } catch (error) {
      // A server with a password responds, too.
      return error instanceof ErrorReply
    } finally {
      if (client.isOpen) client.destroy()
    }
  }
  const ready = (async () => {
    while (!(await answers())) await sleep(50)
  })()
  await Promise.race([ready, failed])
  return {
    url,
    port,
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    async keys() {
      const client = createClient({ url })
      await client.connect()
      const keys = await client.keys('*')
      client.destroy()
      return keys
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

/** Sends one command over a new connection. */
export async function command(url: string, ...args: string[]): Promise<unknown> {
  const client = createClient({ url })
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
  const client = createClient({ url })
  await client.connect()
  await client.configSet('maxmemory', '4mb')
  await client.flushAll()
  client.destroy()
}
