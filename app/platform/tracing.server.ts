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

/** Starts tracing: OTLP over HTTP. Only this function loads the library. */
export async function openTracing(options: TracingOptions): Promise<void> {
  const { createTracing } = await import('./tracing-sdk.server')
  open ??= createTracing(options)
}

/** Stops tracing and resolves when ended spans are sent, or after two seconds. */
export async function closeTracing(): Promise<void> {
  const closing = open
  open = null
  await closing?.close()
}

/**
 * Runs work in a span of its own. A thrown error is recorded by its class; a thrown response, such
 * as a redirect, is no failure. Without tracing it only runs the work.
 */
export function inSpan<Value>(
  name: string,
  options: SpanOptions,
  work: (span: Span) => Promise<Value>,
): Promise<Value> {
  return open ? open.inSpan(name, options, work) : work(silent)
}

/** Starts the span of a request. @param parent the received `traceparent`, if valid */
export function beginSpan(name: string, parent: string | null): LastingSpan {
  return open ? open.beginSpan(name, parent) : silent
}

/** The `traceparent` of the active span for other services; null without tracing. */
export const activeTraceparent = (): string | null => open?.active() ?? null

/** The trace id for log lines; undefined without tracing. */
export const activeTraceId = (): string | undefined => open?.active()?.slice(3, 35)
