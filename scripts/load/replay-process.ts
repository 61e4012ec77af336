// The replaying gateway itself: `replay-process.ts SANDBOX-URL LATENCY-MS`, started by replay.ts.
import { createServer, request, Agent } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

import type { Order, Message } from './replay'

interface Recorded {
  status: number
  contentType: string
  body: Buffer
}

const [sandboxUrl = '', latency] = process.argv.slice(2)
const latencyMs = Number(latency)
const agent = new Agent({ keepAlive: true })
const recorded = new Map<string, Promise<Recorded>>()
const calls = new Map<string, number>()
let hanging: string[] = []

async function ask(
  method: string,
  path: string,
  headers: Record<string, string | string[] | undefined>,
  body: Buffer,
): Promise<Recorded> {
  const asked = request(sandboxUrl + path, { method, headers, agent })
  asked.end(body)
  const [response] = (await once(asked, 'response')) as [
    NodeJS.ReadableStream & { statusCode: number; headers: Record<string, string> },
  ]
  return {
    status: response.statusCode,
    contentType: response.headers['content-type'] ?? 'application/json',
    body: await buffer(response),
  }
}

const server = createServer({ keepAliveTimeout: 60_000 }, async (incoming, outgoing) => {
  const { method = 'GET', url = '/', headers } = incoming
  const body = await buffer(incoming)
  const key = `${method} ${url} ${headers.authorization ?? ''} ${body.toString()}`
  const path = `${method} ${url}`
  const question = `${path} ${body.toString()}`
  calls.set(question, (calls.get(question) ?? 0) + 1)
  if (hanging.some((each) => path.startsWith(each))) return
  // Each sign-in gets a different response, so these responses are not replayed.
  const isFresh = url.startsWith('/magnit-id/v1/auth') || url.startsWith('/fraud')
  const recording = isFresh ? undefined : recorded.get(key)
  const response = recording ?? ask(method, url, headers, body)
  if (!isFresh) recorded.set(key, response)
  const { status, contentType, body: answerBody } = await response
  setTimeout(() => {
    outgoing.writeHead(status, { 'Content-Type': contentType, 'Content-Length': answerBody.length })
    outgoing.end(answerBody)
  }, latencyMs)
})

const say = (answerBody: Message) => process.send?.(answerBody)

process.on('disconnect', () => process.exit())
process.on('message', (order: Order) => {
  if (order.do === 'hang') hanging = order.paths
  say({ calls: [...calls] })
  if (order.do === 'count anew') calls.clear()
})

server.listen(0, '127.0.0.1', () =>
  say({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }),
)
