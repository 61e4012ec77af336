import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

import { createClient } from 'redis'

import { freePort } from './app-process'

export interface RedisProcess {
  url: string
  stop(): Promise<void>
  /** Keeps its connections and answers nothing, until it is resumed. */
  pause(): void
  resume(): void
}

/** A real Redis of this test alone, keeping nothing on disk. */
export async function startRedis(givenPort?: number): Promise<RedisProcess & { port: number }> {
  const port = givenPort ?? (await freePort())
  const command = process.env.REDIS_SERVER_PATH ?? 'redis-server'
  const child = spawn(
    command,
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
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
    } catch {
      return false
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
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}
