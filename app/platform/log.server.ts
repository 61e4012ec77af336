import { pino } from 'pino'

import { env } from './env.server'
import { scrub } from './scrub.server'
import { activeTraceId } from './tracing.server'

const words = (list: string) => new Set(list.split(/\s+/))

/** The fields that this program makes itself: ids, figures, names that it declares. */
const ours = words(
  `requestId traceId file route method status ms aborted gateways endpoint attempt kind lost name event
  events document port origin directive reason where build frames err rows worker signal`,
)
/** The fields whose words may come from outside. */
const foreign = words('code path issues fault placeholder blocked what message')

/** A line without what nobody has listed here, so that no new field can let a person in. */
function onlyKnown(line: Record<string, unknown>): Record<string, unknown> {
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

/** An error's kind and place. What a parser says quotes what it read, so its words are left out. */
function errorParts(error: unknown): object {
  if (!(error instanceof Error)) return { name: typeof error }
  const { name, message, stack = '' } = error
  const frames = stack.split('\n').filter((line) => line.startsWith('    at '))
  const words = name === 'SyntaxError' ? {} : { message: scrub(message) }
  return { name, ...words, frames: frames.map((frame) => frame.trim()) }
}

/**
 * JSON lines on standard output. What is logged is listed field by field where it is logged, and
 * once more here; bodies, cookies, headers and query strings never are. With several workers a line
 * says whose it is.
 */
export const log = pino({
  level: env().LOG_LEVEL,
  base: env().WORKERS > 1 ? { pid: process.pid } : null,
  timestamp: pino.stdTimeFunctions.isoTime,
  mixin() {
    const traceId = activeTraceId()
    return traceId ? { traceId } : {}
  },
  formatters: { log: onlyKnown },
  serializers: { err: errorParts },
})
