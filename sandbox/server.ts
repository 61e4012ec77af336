import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { pathToFileURL } from 'node:url'

import { getResponse, matchRequestUrl, type HttpHandler } from 'msw'

import { answerUnknown } from './endpoint'
import { createSandbox, type Sandbox } from './sandbox'
import type { SandboxOptions } from './settings'

export interface SandboxServerOptions extends SandboxOptions {
  /** 0 takes any free port. */
  port: number
  host?: string
}

/** A sandbox that listens. */
export interface SandboxServer {
  /** For example `http://127.0.0.1:4010`, without a slash at the end. */
  url: string
  sandbox: Sandbox
  close(): Promise<void>
}

const LARGEST_BODY_BYTES = 5_000_000
const KEEP_ALIVE_MS = 60_000

/** Serves a sandbox over a real socket. */
export async function startSandbox(options: SandboxServerOptions): Promise<SandboxServer> {
  const { port, host = '127.0.0.1', ...rest } = options
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`
  const sandbox = createSandbox({ imageOrigin: url, ...rest })
  server.on('request', (incoming, outgoing) => {
    answer(incoming, outgoing, { url, sandbox }).catch((error: unknown) => {
      console.error('sandbox:', error)
      if (!outgoing.headersSent) outgoing.writeHead(500)
      outgoing.end()
    })
  })
  return {
    url,
    sandbox,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function answer(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { url, sandbox }: { url: string; sandbox: Sandbox },
): Promise<void> {
  const gone = new AbortController()
  outgoing.once('close', () => gone.abort())
  if (!isDecodable(incoming.url ?? '/')) {
    outgoing.writeHead(400).end()
    return
  }
  const request = await getRequest(incoming, url, gone.signal)
  if (!request) {
    outgoing.writeHead(413).end()
    return
  }
  const response =
    (await getResponse(fitting(sandbox.handlers, request), request)) ??
    (await answerUnknown(request, sandbox))
  if (response.type === 'error') {
    incoming.socket.destroy()
    return
  }
  if (response.body && response.headers.has('transfer-encoding')) {
    outgoing.writeHead(response.status, Object.fromEntries(response.headers))
    await pipeline(Readable.fromWeb(response.body as NodeReadableStream), outgoing).catch(() =>
      incoming.socket.destroy(),
    )
    return
  }
  const body = Buffer.from(await response.arrayBuffer())
  outgoing.writeHead(response.status, {
    ...Object.fromEntries(response.headers),
    // A response without a body, such as 204, must not name a length.
    ...(response.body && { 'content-length': body.length }),
  })
  outgoing.end(body)
}

/** msw throws on a path such as `/%E0`. */
function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

async function getRequest(
  incoming: IncomingMessage,
  origin: string,
  signal: AbortSignal,
): Promise<Request | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > LARGEST_BODY_BYTES) return undefined
    chunks.push(chunk)
  }
  const method = incoming.method ?? 'GET'
  const hasBody = bytes > 0 && method !== 'GET' && method !== 'HEAD'
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers.set(name, String(value))
  }
  const path = incoming.url === '/' ? '/__sandbox' : (incoming.url ?? '/')
  return new Request(`${origin}${path.startsWith('/') ? path : `/${path}`}`, {
    method,
    headers,
    signal,
    ...(hasBody && { body: Buffer.concat(chunks) }),
  })
}

/** The literal start of a path such as `/goods/:id`, before its first parameter. */
const getLetters = (path: string) => path.replace(/^\*/, '').split(/[:*]/, 1)[0] ?? ''

/**
 * Tries only the handlers of a request's path: msw clones the request for every handler that it tries, and
 * parses each path anew, which took half of the sandbox's time.
 */
function fitting(handlers: readonly HttpHandler[], request: Request): HttpHandler[] {
  const url = new URL(request.url)
  return handlers.filter(
    ({ info }) =>
      (info.method instanceof RegExp || info.method === request.method) &&
      typeof info.path === 'string' &&
      url.pathname.includes(getLetters(info.path)) &&
      matchRequestUrl(url, info.path).matches,
  )
}

const DEFAULT_PORT = 4010

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { SANDBOX_PORT, SANDBOX_HOST, SANDBOX_IMAGE_ORIGIN } = process.env
  const { url, close } = await startSandbox({
    port: Number(SANDBOX_PORT ?? DEFAULT_PORT),
    ...(SANDBOX_HOST && { host: SANDBOX_HOST }),
    ...(SANDBOX_IMAGE_ORIGIN && { imageOrigin: SANDBOX_IMAGE_ORIGIN }),
  })
  console.log(`Песочница: ${url}/__sandbox`)
  console.log(
    [
      `WEB_GATEWAY_URL=${url}/webgate`,
      `MAGNIT_ID_GATEWAY_URL=${url}/magnit-id`,
      `FRAUD_PROTECTION_URL=${url}/fraud`,
    ].join('\n'),
  )
  // Process 1 of a container ignores signals without a handler.
  process.once('SIGTERM', () => void close().then(() => process.exit(0)))
}
