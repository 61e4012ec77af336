import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import { startSandbox, type SandboxServer } from '../../sandbox/server'

/** A command to the process. It responds to each with the calls so far. */
export type Order = { do: 'hang'; paths: string[] } | { do: 'count anew' }
/** Its messages: the address when it listens, then the counts. */
export type Message = { url: string } | { calls: [question: string, times: number][] }

/** A gateway fast enough to measure an application. */
export interface ReplayGateway {
  url: string
  sandbox: SandboxServer
  /** From now on calls to these path prefixes hang. */
  hang(...paths: string[]): Promise<void>
  /** Calls by method, path and body since the last count. */
  countAnew(): Promise<Map<string, number>>
  close(): Promise<void>
}

/**
 * Replays the sandbox's response to each different request. It is a process of its own, so that load and
 * application do not wait for it.
 * @param latencyMs delay of each response
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
