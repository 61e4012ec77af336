import { pino } from 'pino'

import { env } from './env.server'
import { scrub } from './scrub.server'
import { activeTraceId } from './tracing.server'

/** The fields that this program makes itself: ids, figures, names that it declares. */
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
/** Fields with text that may come from outside. */
const FOREIGN = [
  ...['code', 'path', 'issues', 'fault', 'placeholder', 'blocked', 'what', 'message', 'host'],
] as const

type Field = (typeof OURS)[number] | (typeof FOREIGN)[number]
/** A field that is not listed can have no value. */
type Listed<Given> = { [Name in keyof Given]: Name extends Field ? Given[Name] : never }
interface Write {
  (message: string): void
  <Given extends object>(fields: Given & Listed<Given>, message: string): void
}
export type Log = Record<'debug' | 'info' | 'warn' | 'error' | 'fatal', Write>

const ours: ReadonlySet<string> = new Set(OURS)
const foreign: ReadonlySet<string> = new Set(FOREIGN)

/** A line without unlisted fields, so that no new field can let a person in. */
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

/** An error's kind and place. What a parser says quotes what it read, so its message is left out. */
function errorParts(error: unknown): object {
  if (!(error instanceof Error)) return { name: typeof error }
  const { name, message, stack = '' } = error
  const frames = stack.split('\n').filter((line) => line.startsWith('    at '))
  const details = name === 'SyntaxError' ? {} : { message: scrub(message) }
  return { name, ...details, frames: frames.map((frame) => frame.trim()) }
}

/**
 * JSON lines on standard output. What is logged is listed field by field where it is logged, and
 * once more here; bodies, cookies, headers and query strings never are.
 */
export const log: Log = pino({
  level: env().LOG_LEVEL,
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  mixin() {
    const traceId = activeTraceId()
    return traceId ? { traceId } : {}
  },
  formatters: { log: allowedFields },
  serializers: { err: errorParts },
})
