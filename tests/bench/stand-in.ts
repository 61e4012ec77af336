// A gateway with fixed responses and an adjustable delay, in its own process. It first records the sandbox's
// responses, then replays them.
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'

import { request } from 'undici'

export interface NotedCall {
  method: 'GET' | 'POST'
  /** With the gateway's base path. */
  path: string
}

/** Commands of the bench; each gets a response. */
export type Order =
  | { kind: 'forget-calls' }
  | { kind: 'tell-calls' }
  | { kind: 'stop-passing-on' }
  | { kind: 'delay'; ms: number }

const [, , sandboxUrl = ''] = process.argv
const answers = new Map<string, { status: number; type: string; body: string }>()
let calls: NotedCall[] = []
let delayMs = 0
let isPassingOn = true

const server = createServer((incoming, outgoing) => {
  void buffer(incoming).then(async (bytes) => {
    const method = incoming.method as NotedCall['method']
    const path = incoming.url ?? ''
    const body = bytes.toString()
    const key = `${method} ${path} ${body}`
    if (isPassingOn) {
      calls.push({ method, path })
      const { host: _, connection: __, ...headers } = incoming.headers
      const response = await request(sandboxUrl + path, { method, headers, body: body || null })
      answers.set(key, {
        status: response.statusCode,
        type: String(response.headers['content-type'] ?? 'application/json'),
        body: await response.body.text(),
      })
    }
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs))
    const response = answers.get(key)
    outgoing.writeHead(response?.status ?? 501, { 'Content-Type': response?.type ?? 'text/plain' })
    outgoing.end(response?.body)
  })
})

process.on('message', (order: Order) => {
  if (order.kind === 'forget-calls') calls = []
  if (order.kind === 'stop-passing-on') isPassingOn = false
  if (order.kind === 'delay') delayMs = order.ms
  process.send?.(order.kind === 'tell-calls' ? calls : 'done')
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => process.send?.(server.address()))
