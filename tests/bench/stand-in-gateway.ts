import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

import { startSandbox } from '../../sandbox/server'
import { appNode } from '../support/app-process'
import type { Order } from './stand-in'

const DAY_SECONDS = 86_400

/** A sandbox behind the stand-in of `stand-in.ts`, in a process of its own. */
export async function startStandIn() {
  const server = await startSandbox({ port: 0, accessTokenLifeSeconds: DAY_SECONDS })
  const child = spawn(appNode, ['--import', 'tsx', 'tests/bench/stand-in.ts', server.url], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  process.once('exit', () => child.kill())
  const [{ port }] = (await once(child, 'message')) as [AddressInfo]
  return {
    url: `http://127.0.0.1:${port}`,
    server,
    /** Sends a command and waits for its response. */
    async order<Response = unknown>(what: Order): Promise<Response> {
      child.send(what)
      const [response] = (await once(child, 'message')) as [Response]
      return response
    },
    async stop(): Promise<void> {
      child.kill()
      await server.close()
    },
  }
}
