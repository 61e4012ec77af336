/**
 * All that a span may say of itself, by the names of OpenTelemetry's conventions where it has one.
 * Values are names and figures of ours: what is not listed here is not written.
 */
export const SPAN_FACTS = [
  'http.request.method',
  'http.route',
  'http.response.status_code',
  'error.type',
  'db.system.name',
  'db.operation.name',
  'april.request_id',
  'april.outcome',
  'april.attempt',
  'april.budget_ms',
  'april.shared_by',
] as const

export type SpanFacts = Partial<Record<(typeof SPAN_FACTS)[number], string | number | boolean>>

/** A span while its work is under way. */
export interface Span {
  /** As W3C Trace Context writes it; null where nothing is traced. */
  readonly traceparent: string | null
  note(facts: SpanFacts): void
  /** The work failed; the kind is a name of ours, never an error's own text. */
  fail(kind: string): void
  /** The work was done within another span, of another request or process perhaps. */
  linkTo(traceparent: string): void
}

/** A span that the caller ends. */
export interface LastingSpan extends Span {
  /** Does work of which every span that begins within it is a child. */
  run<Value>(work: () => Value): Value
  end(name: string, facts: SpanFacts): void
}

export interface SpanOptions {
  /** `client`: the work is done by another service. */
  kind?: 'client' | 'server'
  facts?: SpanFacts
}
