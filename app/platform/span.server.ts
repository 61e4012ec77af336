/**
 * All attributes of spans, with OpenTelemetry's names where they exist. Values are our own names
 * and figures; other attributes are dropped.
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

/** A span during its work. */
export interface Span {
  /** The span in W3C Trace Context; null without tracing. */
  readonly traceparent: string | null
  note(facts: SpanFacts): void
  /** Marks the work as failed; the kind is a name of ours, never an error's text. */
  fail(kind: string): void
  /** Links to the span that did the work, perhaps in another request or process. */
  linkTo(traceparent: string): void
}

/** A span that the caller ends. */
export interface LastingSpan extends Span {
  /** Runs work with this span as the parent of inner spans. */
  run<Value>(work: () => Value): Value
  end(name: string, facts: SpanFacts): void
}

export interface SpanOptions {
  /** `client`: another service does the work. */
  kind?: 'client' | 'server'
  facts?: SpanFacts
}
