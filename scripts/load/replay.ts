import { createServer, request, Agent } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

import { startSandbox, type SandboxServer } from '../../sandbox/server'

/** A gateway that is quick enough to measure an application with. */
export interface ReplayGateway {
  url: string
  sandbox: SandboxServer
  /** How long it takes to answer, in ms. */
  latencyMs: number
  /** Paths that begin so are never answered. */
  hanging: string[]
  /** How often each different question was asked: method, path and body. */
  calls: Map<string, number>
  close(): Promise<void>
}

interface Recorded {
  status: number
  contentType: string
  body: Buffer
}

/** Asks the sandbox once for each different request, and says the same from then on. */
export async function startReplay(latencyMs: number): Promise<ReplayGateway> {
  const sandbox = await startSandbox({ port: 0, accessTokenLifeSeconds: 24 * 3600 })
  const agent = new Agent({ keepAlive: true })
  const recorded = new Map<string, Promise<Recorded>>()

  const ask = async (
    method: string,
    path: string,
    headers: Record<string, string | string[] | undefined>,
    body: Buffer,
  ): Promise<Recorded> => {
    const asked = request(sandbox.url + path, { method, headers, agent })
    asked.end(body)
    const [answer] = (await once(asked, 'response')) as [
      NodeJS.ReadableStream & {
        statusCode: number
        headers: Record<string, string>
      },
    ]
    return {
      status: answer.statusCode,
      contentType: answer.headers['content-type'] ?? 'application/json',
      body: await buffer(answer),
    }
  }

  const server = createServer({ keepAliveTimeout: 60_000 }, async (incoming, outgoing) => {
    const { method = 'GET', url = '/', headers } = incoming
    const body = await buffer(incoming)
    const key = `${method} ${url} ${headers.authorization ?? ''} ${body.toString()}`
    const path = `${method} ${url}`
    const question = `${path} ${body.toString()}`
    gateway.calls.set(question, (gateway.calls.get(question) ?? 0) + 1)
    if (gateway.hanging.some((each) => path.startsWith(each))) return
    // Signing in is different each time.
    const isFresh = url.startsWith('/magnit-id/v1/auth') || url.startsWith('/fraud')
    const known = isFresh ? undefined : recorded.get(key)
    const answer = known ?? ask(method, url, headers, body)
    if (!isFresh) recorded.set(key, answer)
    const { status, contentType, body: said } = await answer
    setTimeout(() => {
      outgoing.writeHead(status, { 'Content-Type': contentType, 'Content-Length': said.length })
      outgoing.end(said)
    }, gateway.latencyMs)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const gateway: ReplayGateway = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sandbox,
    latencyMs,
    hanging: [],
    calls: new Map(),
    async close() {
      server.closeAllConnections()
      server.close()
      await sandbox.close()
    },
  }
  return gateway
}
