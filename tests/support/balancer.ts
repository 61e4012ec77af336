import { once } from 'node:events'
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What stands before several containers: it sends requests round, and never a second time. */
export interface Balancer {
  /** Where it listens. */
  url: string
  /** Takes a container into the round, once it says that it is ready. */
  add(address: string): void
  /** Resolves when so many containers take requests. */
  ready(count: number): Promise<void>
  close(): Promise<void>
}

interface Backend {
  address: string
  agent: Agent
  isReady: boolean
}

const PROBE_MS = 200
const PROBE_TIMEOUT_MS = 1000

/** Readiness is asked for five times a second, on connections of its own. */
export async function startBalancer(): Promise<Balancer> {
  const backends: Backend[] = []
  let turn = 0

  const server = createServer((incoming, outgoing) => {
    const ready = backends.filter(({ isReady }) => isReady)
    const backend = ready[(turn += 1) % ready.length]
    if (backend) pass(backend, incoming, outgoing)
    else outgoing.writeHead(503, { 'X-Balancer': 'nobody is ready' }).end()
  })
  server.keepAliveTimeout = 60_000
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const probing = setInterval(() => backends.forEach(probe), PROBE_MS)

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add(address) {
      const backend = { address, agent: new Agent({ keepAlive: true }), isReady: false }
      backends.push(backend)
      probe(backend)
    },
    async ready(count) {
      while (backends.filter(({ isReady }) => isReady).length !== count)
        await new Promise((resolve) => setTimeout(resolve, PROBE_MS / 4))
    },
    async close() {
      clearInterval(probing)
      server.close()
      server.closeAllConnections()
      backends.forEach(({ agent }) => agent.destroy())
    },
  }
}

function probe(backend: Backend): void {
  const asked = request(`${backend.address}/readyz`, { timeout: PROBE_TIMEOUT_MS }, (answer) => {
    backend.isReady = answer.statusCode === 200
    answer.resume()
  })
  asked.on('timeout', () => asked.destroy())
  asked.on('error', () => (backend.isReady = false))
  asked.end()
}

function pass({ address, agent }: Backend, incoming: IncomingMessage, outgoing: ServerResponse) {
  const { method, url, headers } = incoming
  const onward = request(`${address}${url}`, { method, headers, agent }, (answer) => {
    const { connection: _, 'keep-alive': __, ...rest } = answer.headers
    outgoing.writeHead(answer.statusCode ?? 502, rest)
    answer.pipe(outgoing)
    answer.on('error', () => outgoing.destroy())
  })
  onward.on('error', (error) => {
    if (outgoing.headersSent) outgoing.destroy()
    else outgoing.writeHead(502, { 'X-Balancer': error.message }).end()
  })
  // Who leaves leaves the container, too.
  outgoing.on('close', () => onward.destroy())
  incoming.pipe(onward)
}
