import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'

import { close, listen } from './listen'

export type Balancer = Awaited<ReturnType<typeof startBalancer>>

interface Backend {
  address: string
  agent: Agent
  isReady: boolean
  failures: number
}

/** Readiness probes, as Kubernetes sends them. */
interface Probing {
  periodMs: number
  timeoutMs: number
  /** Failed probes in a row after which a container gets no requests. */
  failures: number
}

const FIVE_TIMES_A_SECOND: Probing = { periodMs: 200, timeoutMs: 1000, failures: 1 }
const LOOK_MS = 50

/** A load balancer: round robin, without retries. Probes use their own connections. */
export async function startBalancer(probing = FIVE_TIMES_A_SECOND) {
  const backends: Backend[] = []
  let turn = 0
  let chosen: string[] | null = null

  const server = createServer((incoming, outgoing) => {
    const ready = backends.filter(
      ({ isReady, address }) => isReady && (chosen?.includes(address) ?? true),
    )
    const backend = ready[(turn += 1) % ready.length]
    if (backend) pass(backend, incoming, outgoing)
    else outgoing.writeHead(503, { 'X-Balancer': 'nobody is ready' }).end()
  })
  server.keepAliveTimeout = 60_000
  const port = await listen(server)
  const probe = (backend: Backend) => ask(backend, probing)
  const timer = setInterval(() => backends.forEach(probe), probing.periodMs)

  return {
    url: `http://127.0.0.1:${port}`,
    /** Adds a container once it is ready. */
    add(address: string) {
      const backend = {
        address,
        agent: new Agent({ keepAlive: true }),
        isReady: false,
        failures: 0,
      }
      backends.push(backend)
      probe(backend)
    },
    /** Sends all requests to these addresses from now on, as blue/green does; null sends to all ready ones. */
    only(addresses: string[] | null) {
      chosen = addresses
    },
    /** Resolves when so many containers are ready. */
    async ready(count: number) {
      while (backends.filter(({ isReady }) => isReady).length !== count)
        await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    },
    async close() {
      clearInterval(timer)
      await close(server)
      backends.forEach(({ agent }) => agent.destroy())
    },
  }
}

function ask(backend: Backend, { timeoutMs, failures }: Probing): void {
  const note = (isGood: boolean) => {
    backend.failures = isGood ? 0 : backend.failures + 1
    backend.isReady = isGood || (backend.isReady && backend.failures < failures)
  }
  const asked = request(`${backend.address}/readyz`, { timeout: timeoutMs }, (response) => {
    note(response.statusCode === 200)
    response.resume()
  })
  asked.on('timeout', () => asked.destroy())
  asked.on('error', () => note(false))
  asked.end()
}

function pass({ address, agent }: Backend, incoming: IncomingMessage, outgoing: ServerResponse) {
  const { method, url, headers } = incoming
  const onward = request(`${address}${url}`, { method, headers, agent }, (response) => {
    const { connection: _, 'keep-alive': __, ...rest } = response.headers
    outgoing.writeHead(response.statusCode ?? 502, rest)
    response.pipe(outgoing)
    response.on('error', () => outgoing.destroy())
  })
  onward.on('error', (error) => {
    if (outgoing.headersSent) outgoing.destroy()
    else outgoing.writeHead(502, { 'X-Balancer': error.message }).end()
  })
  // A disconnected client is disconnected from the container, too.
  outgoing.on('close', () => onward.destroy())
  incoming.pipe(onward)
}
