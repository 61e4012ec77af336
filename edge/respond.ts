import type { IncomingMessage, ServerResponse } from 'node:http'

import { writeReadableStreamToWritable } from '@remix-run/node'
import compression from 'compression'

const compress = compression()
const decidedAtTheEdge = new Set(['set-cookie', 'cache-control', 'x-robots-tag'])

/** Runs a connect-style middleware; resolves when it has passed the request on. */
export function pass(
  middleware: (request: never, response: never, next: (error?: unknown) => void) => void,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  return new Promise((resolve, reject) => {
    middleware(request as never, response as never, (error) => (error ? reject(error) : resolve()))
  })
}

/** The fetch `Request` of a node request; its address is built on our own origin, never on Host. */
export function toFetchRequest(
  request: IncomingMessage,
  publicOrigin: string,
  body: Buffer<ArrayBuffer> | null,
): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined || name.startsWith(':')) continue
    headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  return new Request(new URL(request.url ?? '/', publicOrigin), {
    method: request.method ?? 'GET',
    headers,
    ...(request.method === 'POST' && body ? { body } : {}),
  })
}

/**
 * Sends what Remix answered. This is the one place where cookies are written: those of a page,
 * a redirect, a data response and an error alike.
 */
export async function sendFetchResponse(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Response,
  cookies: string[],
): Promise<void> {
  await pass(compress, request, response)
  response.statusCode = answer.status
  for (const [name, value] of answer.headers) {
    if (!decidedAtTheEdge.has(name)) response.setHeader(name, value)
  }
  for (const cookie of cookies) response.appendHeader('Set-Cookie', cookie)
  if (answer.body && request.method !== 'HEAD')
    await writeReadableStreamToWritable(answer.body, response)
  else response.end()
}
