import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'

import { plainPage } from './plain-page'

/** Longest times of an idle connection, of request headers and of a whole request, in milliseconds. */
export const timeouts = {
  keepAliveTimeout: 65_000,
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  connectionsCheckingInterval: 2_000,
}

/** Why a connection was closed early. */
export type Ended = 'pipelined' | 'unread' | 'late'

export interface ConnectionLimits {
  /** Unanswered requests of one connection. Browsers and balancers have one. */
  maxUnanswered: number
  /** How long a response may stay unread, in milliseconds: enough for a phone on the slowest network. */
  unreadMs: number
  /** Bytes that all visitors may leave unread; above that the oldest response is closed first. */
  maxUnreadBytes: number
  /** Longest time of a streamed response, in milliseconds. */
  streamMs: number
}

const defaults: ConnectionLimits = {
  maxUnanswered: 4,
  unreadMs: 30_000,
  maxUnreadBytes: 64 * 1024 * 1024,
  // Longer than the largest file takes; only a reader of a few bytes now and then reaches it.
  streamMs: 15 * 60_000,
}
const LOOK_MS = 500

interface PendingResponse {
  socket: Socket
  response: ServerResponse
  /** When the response was first seen started, in milliseconds; null while it is made. */
  begunAt: number | null
}

interface Flow {
  beganAt: number
  /** Bytes that the reader has taken, and when it last took some. */
  takenBytes: number
  movedAt: number
}

const streams = new WeakMap<ServerResponse, Flow>()

/** Marks a response as streamed: it may take longer than others while its reader takes bytes. */
export function beginStream(response: ServerResponse): void {
  const now = performance.now()
  streams.set(response, { beganAt: now, takenBytes: 0, movedAt: now })
}

/** When the reader of a stream last took bytes, or had none to take. */
function lastMove({ socket }: PendingResponse, flow: Flow, now: number): number {
  const takenBytes = socket.bytesWritten - socket.writableLength
  if (socket.writableLength === 0 || takenBytes !== flow.takenBytes) flow.movedAt = now
  flow.takenBytes = takenBytes
  return flow.movedAt
}

/**
 * Closes connections that send more than they read: pipelined requests and unread responses. Also emits
 * `close` on every response: Node never emits it for a response that waits behind another, so its counts
 * would leak.
 * @param onEnded receives the reason of each closed connection
 * @returns whether to answer a request at all; asked before anything is counted
 */
export function guardConnections(
  server: Server,
  onEnded?: (reason: Ended) => void,
  limits: ConnectionLimits = defaults,
) {
  /** Connections with open responses; most connections are idle. */
  const connections = new Map<Socket, Set<PendingResponse>>()

  function end(socket: Socket, reason: Ended): void {
    if (socket.destroyed) return
    onEnded?.(reason)
    socket.destroy()
  }

  function keep(entry: PendingResponse): void {
    const { socket, response } = entry
    const pending = connections.get(socket) ?? new Set()
    connections.set(socket, pending.add(entry))
    response.once('close', () => {
      pending.delete(entry)
      if (pending.size === 0) connections.delete(socket)
    })
  }

  function look(): void {
    const now = performance.now()
    const unread = [...connections.values()].flatMap((pending) => [...pending]).filter(isBegun)
    for (const entry of unread) {
      const flow = streams.get(entry.response)
      entry.begunAt = flow ? lastMove(entry, flow, now) : (entry.begunAt ?? now)
      if (flow && now - flow.beganAt >= limits.streamMs) end(entry.socket, 'late')
    }
    unread.sort((one, other) => begunAt(one) - begunAt(other))
    let bytes = unread.reduce((sum, { response }) => sum + response.writableLength, 0)
    for (const entry of unread) {
      if (now - begunAt(entry) < limits.unreadMs && bytes <= limits.maxUnreadBytes) return
      bytes -= entry.response.writableLength
      end(entry.socket, 'unread')
    }
  }

  server.on('connection', (socket) =>
    socket.once('close', () => {
      for (const { response } of connections.get(socket) ?? []) closeWaiting(response)
    }),
  )
  const timer = setInterval(look, LOOK_MS).unref()
  server.once('close', () => clearInterval(timer))

  return function admit({ socket }: IncomingMessage, response: ServerResponse): boolean {
    // Node parses all requests of one received chunk, even after the connection was closed.
    if (socket.destroyed) return false
    if ((connections.get(socket)?.size ?? 0) >= limits.maxUnanswered) {
      end(socket, 'pipelined')
      return false
    }
    keep({ socket, response, begunAt: null })
    return true
  }
}

const isBegun = ({ response }: PendingResponse) => response.headersSent
const begunAt = (entry: PendingResponse) => entry.begunAt ?? Infinity

/** Closes a response that was still waiting for the connection; Node closes the current one. */
function closeWaiting(response: ServerResponse): void {
  if (response.socket || response.writableFinished) return
  response.destroy()
  response.emit('close')
}

const statuses: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
}
/** How long a client may go on sending a refused request, so that it reads the response first. */
const LINGER_MS = 1000

/**
 * Answers what is no HTTP request. An idle connection is closed in silence: a proxy would hand a 408 to its
 * next request. Too many cookies, perhaps of a sibling site, get a page that removes them.
 * @param policy the content security policy of plain pages
 */
export function answerClientErrors(server: Server, policy: string): void {
  server.on('clientError', (error: NodeJS.ErrnoException, duplex) => {
    const socket = duplex as Socket
    const status = statuses[error.code ?? ''] ?? 400
    // Node's own name for the response under way: its body must not contain another head.
    const { _httpMessage: begun } = socket as { _httpMessage?: ServerResponse | null }
    const isIdle = status === 408 && socket.bytesRead === 0
    if (!socket.writable || begun?.headersSent || isIdle) {
      socket.destroy()
      return
    }
    const page = status === 431 ? plainPage(status) : ''
    const headers = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Connection: close',
      'Cache-Control: private, no-store',
      `Content-Length: ${Buffer.byteLength(page)}`,
      ...(page
        ? [
            'Content-Type: text/html; charset=utf-8',
            `Content-Security-Policy: ${policy}`,
            'X-Content-Type-Options: nosniff',
            'Clear-Site-Data: "cookies"',
          ]
        : []),
    ]
    socket.end(`${headers.join('\r\n')}\r\n\r\n${page}`)
    socket.resume()
    setTimeout(() => socket.destroy(), LINGER_MS).unref()
  })
}
