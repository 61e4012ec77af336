import { createWriteStream, fstatSync } from 'node:fs'
import { Socket } from 'node:net'
import type { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'

import { pino } from 'pino'

import { env } from './env.server'
import { metrics } from './metrics.server'
import { scrub } from './scrub.server'
import { activeTraceId } from './tracing.server'

/** Lines beyond these bytes are dropped: a reader stalls, or a disk hangs. */
const MAX_BYTES = 1_048_576
const FLUSH_CHECK_MS = 20

/** Where log lines go. Writing never waits, throws or keeps the process alive. */
interface LogOutput {
  write(line: string): void
  /** Waits until all lines are written, for so long at most. */
  flush(maxMs: number): Promise<void>
}

/** A pipe is written without blocking, a file by another thread: neither holds requests. */
function open(fd: number): Writable {
  const found = fstatSync(fd)
  const isPipe = found.isFIFO() || found.isSocket()
  const output = isPipe
    ? new Socket({ fd, readable: false, writable: true })
    : createWriteStream('', { fd, autoClose: false })
  // Each lost line reports its error to its own callback.
  return output.on('error', () => undefined)
}

/**
 * Writes to a file descriptor with bounded memory. Lines that do not fit, or that a full disk or a closed
 * reader refuses, are dropped and counted.
 * @param onDropped called for each lost line
 */
function createLogOutput(fd: number, onDropped: () => void): LogOutput {
  let output = open(fd)
  let pending = 0
  return {
    write(line) {
      // A full disk ends the stream; it may have room again.
      if (!output.writable && !(output instanceof Socket)) output = open(fd)
      if (!output.writable || output.writableLength > MAX_BYTES) return onDropped()
      pending += 1
      output.write(line, (error) => {
        pending -= 1
        if (error) onDropped()
      })
    },
    async flush(maxMs) {
      for (let waited = 0; pending > 0 && waited < maxMs; waited += FLUSH_CHECK_MS)
        await sleep(FLUSH_CHECK_MS)
    },
  }
}

/** Fields with our own data: ids, figures, declared names. */
const OURS = [
  ...['requestId', 'traceId', 'route', 'method', 'status', 'ms', 'aborted', 'gateways'],
  ...['endpoint', 'attempt', 'kind', 'lost', 'name', 'event', 'events', 'reason', 'rows'],
  ...['file', 'document', 'port', 'origin', 'directive', 'where', 'build', 'frames', 'err'],
  ...[
    'worker',
    'signal',
    'role',
    'service',
    'cause',
    'result',
    'count',
    'isTemporary',
    'expectedHost',
  ],
] as const
/** Fields with text that may come from outside, so it is scrubbed. */
const FOREIGN = [
  ...['code', 'path', 'issues', 'placeholder', 'blocked', 'what', 'message', 'host'],
] as const

type Field = (typeof OURS)[number] | (typeof FOREIGN)[number]
/** Forbids values in unlisted fields. */
type Listed<Given> = { [Name in keyof Given]: Name extends Field ? Given[Name] : never }
interface Write {
  (message: string): void
  <Given extends object>(fields: Given & Listed<Given>, message: string): void
}
export type Log = Record<'debug' | 'info' | 'warn' | 'error' | 'fatal', Write>

const ours: ReadonlySet<string> = new Set(OURS)
const foreign: ReadonlySet<string> = new Set(FOREIGN)

/** Drops unlisted fields, so that a new field cannot reveal personal data. */
function allowedFields(line: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(line).flatMap(([name, value]) => {
      if (ours.has(name)) return [[name, value]]
      return foreign.has(name) ? [[name, withoutPeople(value)]] : []
    }),
  )
}

function withoutPeople(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPeople)
  return typeof value === 'string' ? scrub(value) : typeof value === 'object' ? null : value
}

/** An error's kind and place. A parser's message quotes its input, so it is left out. */
function errorParts(error: unknown): object {
  if (!(error instanceof Error)) return { name: typeof error }
  const { name, message, stack = '' } = error
  const frames = stack.split('\n').filter((line) => line.startsWith('    at '))
  const details = name === 'SyntaxError' ? {} : { message: scrub(message) }
  return { name, ...details, frames: frames.map((frame) => frame.trim()) }
}

const STANDARD_OUTPUT = 1
const FLUSH_MS = 1000
const output = createLogOutput(STANDARD_OUTPUT, () => metrics.logDropped.inc())

/**
 * Writes JSON lines to standard output. Types refuse unlisted fields at each call, and `allowedFields` drops
 * them at run time. Bodies, cookies, headers and queries are never logged.
 */
export const log: Log = pino(
  {
    level: env().LOG_LEVEL,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin() {
      const traceId = activeTraceId()
      return traceId ? { traceId } : {}
    },
    formatters: { log: allowedFields },
    serializers: { err: errorParts },
  },
  output,
)

/** Waits for the last lines before the process ends, a second at most. */
export const flushLog = (): Promise<void> => output.flush(FLUSH_MS)
