import { once } from 'node:events'

import { startSandbox } from '../../sandbox/server'
import { getOrigin, startChild } from './child'
import type { Order } from './stand-in'

const DAY_SECONDS = 86_400

/** A sandbox behind the stand-in of `stand-in.ts`, in a process of its own. */
export async function startStandIn() {
  const server = await startSandbox({ port: 0, accessTokenLifeSeconds: DAY_SECONDS })
  const child = startChild('stand-in.ts', server.url)
  return {
    url: await getOrigin(child),
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
