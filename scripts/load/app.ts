import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

import { freePort } from '../local-server'
import { appEnv, appNode } from '../../tests/support/app-process'

export interface Memory {
  /** Seconds since the start. */
  at: number
  /** After garbage collection, in bytes. */
  heapUsed: number
  rss: number
}

/** Collects garbage now and then and reports the memory; loaded before the application. */
const probe = `setInterval(() => {
  gc()
  const { heapUsed, rss } = process.memoryUsage()
  process.stdout.write(JSON.stringify({ msg: 'memory', at: process.uptime(), heapUsed, rss }) + '\\n')
}, 5000).unref()`

/** The built application, reporting its memory every five seconds. */
export async function startMeasured(gatewayUrl: string, env: Record<string, string> = {}) {
  const port = await freePort()
  const address = `http://localhost:${port}`
  const child = spawn(
    appNode,
    [
      '--expose-gc',
      '--import',
      `data:text/javascript,${encodeURIComponent(probe)}`,
      'build/server.js',
    ],
    {
      env: {
        ...appEnv(gatewayUrl),
        LOG_LEVEL: 'info',
        OVERLOAD_REQUESTS: '48',
        PORT: String(port),
        PUBLIC_ORIGIN: address,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const memory: Memory[] = []
  const troubles: string[] = []
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error('The application did not start')))
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.includes('"msg":"memory"')) memory.push(JSON.parse(line) as Memory)
      else if (line.includes('"msg":"ready"')) resolve()
      else if (/"level":(50|60)/.test(line)) troubles.push(line)
    })
  })
  return {
    address,
    memory,
    /** Errors in its log. */
    troubles,
    /** Waits for the next memory report. */
    async nextMemory(): Promise<Memory> {
      const { length } = memory
      while (memory.length === length) await new Promise((resolve) => setTimeout(resolve, 100))
      return memory.at(-1)!
    },
    async stop(): Promise<number | null> {
      child.removeAllListeners('exit')
      child.kill('SIGTERM')
      return new Promise((resolve) => child.once('exit', resolve))
    },
  }
}

export type MeasuredApp = Awaited<ReturnType<typeof startMeasured>>
