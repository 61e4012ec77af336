import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import { startSandbox, type SandboxServer } from '../../sandbox/server'

/** An order to the process. It answers each with what it has been asked so far. */
export type Order = { do: 'hang'; paths: string[] } | { do: 'count anew' }
/** What it says: its address when it listens, then the counts. */
export type Message = { url: string } | { calls: [question: string, times: number][] }

/** A gateway that is quick enough to measure an application with. */
export interface ReplayGateway {
  url: string
  sandbox: SandboxServer
  /** Paths that begin so are not answered from now on; the others are. */
  hang(...paths: string[]): Promise<void>
  /** How often each different question (method, path and body) was asked since the last time. */
  countAnew(): Promise<Map<string, number>>
  close(): Promise<void>
}

/**
 * Asks the sandbox once for each different request, and says the same from then on. It is a process
 * of its own: beside the load in one, each would wait for the other, and the application for both.
 * @param latencyMs how long it takes to answer
 */
export async function startReplay(latencyMs: number): Promise<ReplayGateway> {
  const sandbox = await startSandbox({ port: 0, accessTokenLifeSeconds: 24 * 3600 })
  const file = fileURLToPath(new URL('./replay-process.ts', import.meta.url))
  const child = fork(file, [sandbox.url, String(latencyMs)], { execArgv: ['--import', 'tsx'] })
  const hear = async () => (await once(child, 'message'))[0] as Message
  const tell = async (order: Order): Promise<Map<string, number>> => {
    child.send(order)
    const message = await hear()
    return new Map('calls' in message ? message.calls : [])
  }
  const begun = await hear()
  return {
    url: 'url' in begun ? begun.url : '',
    sandbox,
    hang: async (...paths) => void (await tell({ do: 'hang', paths })),
    countAnew: () => tell({ do: 'count anew' }),
    async close() {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
      await sandbox.close()
    },
  }
}
