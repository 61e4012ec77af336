import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** How long a connection, a request's head and all of a request may take, in milliseconds. */
export const timeouts = {
  keepAliveTimeout: 65_000,
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  connectionsCheckingInterval: 2_000,
}

/** Why a connection was ended before its time. */
export type Ended = 'pipelined' | 'unread' | 'late'

export interface ConnectionLimits {
  /** Requests of one connection without an answer. Browsers and balancers have one. */
  mostUnanswered: number
  /** How long an answer may stay unread, in milliseconds: a phone on the slowest network is done. */
  unreadMs: number
  /** What all visitors together may leave unread in our memory; who began first goes first. */
  mostUnreadBytes: number
  /** How long an answer that is sent while it is made may take altogether, in milliseconds. */
  streamMs: number
}

const defaults: ConnectionLimits = {
  mostUnanswered: 4,
  unreadMs: 30_000,
  mostUnreadBytes: 64 * 1024 * 1024,
  // More than the longest file takes to make: only who reads a few bytes now and then gets there.
  streamMs: 15 * 60_000,
}
const LOOK_MS = 500

interface Answer {
  socket: Socket
  response: ServerResponse
  /** When it was first seen begun, in milliseconds; null: it is still made. */
  begunAt: number | null
}

interface Flow {
  beganAt: number
  /** What the reader had taken when it last took something, and when that was. */
  takenBytes: number
  movedAt: number
}

const streams = new WeakMap<ServerResponse, Flow>()

/**
 * Says of an answer that it is sent while it is made: it may take longer than others do, as long as
 * its reader takes what is there.
 */
export function beginStream(response: ServerResponse): void {
  const now = performance.now()
  streams.set(response, { beganAt: now, takenBytes: 0, movedAt: now })
}

/** When the reader of a stream last had nothing to take, or took something. */
function lastMove({ socket }: Answer, flow: Flow, now: number): number {
  const takenBytes = socket.bytesWritten - socket.writableLength
  if (socket.writableLength === 0 || takenBytes !== flow.takenBytes) flow.movedAt = now
  flow.takenBytes = takenBytes
  return flow.movedAt
}

/**
 * Ends connections that take more than they read: many requests sent ahead, answers that stay
 * unread. And has every answer `close`: Node lets one that waits behind another never hear that
 * their connection is gone, and whatever was counted until then would be counted for good.
 * @param onEnded hears of each connection that was ended
 * @returns whether a request is to be answered at all; asked first, before anything is counted
 */
export function guardConnections(
  server: Server,
  onEnded?: (reason: Ended) => void,
  limits: ConnectionLimits = defaults,
) {
  /** Those with open answers; most connections are idle. */
  const connections = new Map<Socket, Set<Answer>>()

  function end(socket: Socket, reason: Ended): void {
    if (socket.destroyed) return
    onEnded?.(reason)
    socket.destroy()
  }

  function keep(answer: Answer): void {
    const { socket, response } = answer
    const answers = connections.get(socket) ?? new Set()
    connections.set(socket, answers.add(answer))
    response.once('close', () => {
      answers.delete(answer)
      if (answers.size === 0) connections.delete(socket)
    })
  }

  function look(): void {
    const now = performance.now()
    const unread = [...connections.values()].flatMap((answers) => [...answers]).filter(isBegun)
    for (const answer of unread) {
      const flow = streams.get(answer.response)
      answer.begunAt = flow ? lastMove(answer, flow, now) : (answer.begunAt ?? now)
      if (flow && now - flow.beganAt >= limits.streamMs) end(answer.socket, 'late')
    }
    unread.sort((one, other) => begunAt(one) - begunAt(other))
    let bytes = unread.reduce((sum, { response }) => sum + response.writableLength, 0)
    for (const answer of unread) {
      if (now - begunAt(answer) < limits.unreadMs && bytes <= limits.mostUnreadBytes) return
      bytes -= answer.response.writableLength
      end(answer.socket, 'unread')
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
    // Of one piece of what was sent, Node reads all requests, whatever became of the connection.
    if (socket.destroyed) return false
    if ((connections.get(socket)?.size ?? 0) >= limits.mostUnanswered) {
      end(socket, 'pipelined')
      return false
    }
    keep({ socket, response, begunAt: null })
    return true
  }
}

const isBegun = ({ response }: Answer) => response.headersSent
const begunAt = (answer: Answer) => answer.begunAt ?? Infinity

/** Closes an answer that never had the connection; Node closes the one that has it. */
function closeWaiting(response: ServerResponse): void {
  if (response.socket || response.writableFinished) return
  response.destroy()
  response.emit('close')
}
