import type { LastingSpan, Span, SpanOptions } from './span.server'
import type { OpenTracing, TracingOptions } from './tracing-sdk.server'

const silent: LastingSpan = {
  traceparent: null,
  note: () => undefined,
  fail: () => undefined,
  linkTo: () => undefined,
  run: (work) => work(),
  end: () => undefined,
}

let open: OpenTracing | null = null

/** Begins to trace: OTLP over HTTP. The library is loaded here and nowhere else. */
export async function openTracing(options: TracingOptions): Promise<void> {
  const { createTracing } = await import('./tracing-sdk.server')
  open ??= createTracing(options)
}

/** Resolves when the spans that have ended are sent, or after two seconds; traces no more. */
export async function closeTracing(): Promise<void> {
  const closing = open
  open = null
  await closing?.close()
}

/**
 * Does work within a span of its own, which ends with it. An error that is thrown names itself by its
 * class; a thrown answer, such as a redirect, is no failure. Where nothing is traced only the work is done.
 */
export function inSpan<Value>(
  name: string,
  options: SpanOptions,
  work: (span: Span) => Promise<Value>,
): Promise<Value> {
  return open ? open.inSpan(name, options, work) : work(silent)
}

/** Begins the span of a request. @param parent what the caller sent as `traceparent`, if it is one */
export function beginSpan(name: string, parent: string | null): LastingSpan {
  return open ? open.beginSpan(name, parent) : silent
}

/** What to tell another service of the span under way; null where nothing is traced. */
export const activeTraceparent = (): string | null => open?.active() ?? null

/** The id of the trace, for lines of the log; undefined where nothing is traced. */
export const activeTraceId = (): string | undefined => open?.active()?.slice(3, 35)
