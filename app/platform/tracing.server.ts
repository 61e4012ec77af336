import {
  context,
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Span,
  type SpanContext,
  type SpanOptions,
} from '@opentelemetry/api'

export { SpanKind, type Span, type SpanOptions }

/** Records nothing until `tracing-sdk.server.ts` has installed an SDK. */
const tracer = trace.getTracer('april')

/** The span in W3C Trace Context; null without tracing. */
export function getTraceparent(span: Span | undefined): string | null {
  const found = span?.spanContext()
  if (!found || !isSpanContextValid(found)) return null
  return `00-${found.traceId}-${found.spanId}-${found.traceFlags.toString(16).padStart(2, '0')}`
}

/** @param traceparent a value checked at the edge or made by `getTraceparent` */
export function readTraceparent(traceparent: string): SpanContext {
  const [, traceId = '', spanId = '', flags = '00'] = traceparent.split('-')
  return { traceId, spanId, traceFlags: parseInt(flags, 16), isRemote: true }
}

const failed = new WeakSet<Span>()

/** Marks the work as failed; the kind is a name of ours. The first mark has the best description. */
export function failSpan(span: Span, kind: string): void {
  if (failed.has(span)) return
  failed.add(span)
  span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', kind)
}

/**
 * Runs work in a span of its own. A thrown error is recorded by its class; a thrown response, such
 * as a redirect, is no failure.
 */
export function inSpan<Value>(
  name: string,
  options: SpanOptions,
  work: (span: Span) => Promise<Value>,
): Promise<Value> {
  return tracer.startActiveSpan(name, options, async (span) => {
    try {
      return await work(span)
    } catch (error) {
      if (!(error instanceof Response))
        failSpan(span, error instanceof Error ? error.name : 'unknown')
      throw error
    } finally {
      span.end()
    }
  })
}

/** Starts the span of a request, which its caller ends. @param parent the received `traceparent`, if valid */
export function beginSpan(name: string, parent: string | null) {
  const above = parent ? trace.setSpanContext(ROOT_CONTEXT, readTraceparent(parent)) : ROOT_CONTEXT
  const span = tracer.startSpan(name, { kind: SpanKind.SERVER }, above)
  const within = trace.setSpan(above, span)
  return {
    traceparent: getTraceparent(span),
    /** Runs work with this span as the parent of inner spans. */
    run: <Value>(work: () => Value): Value => context.with(within, work),
    end(finalName: string, facts: Attributes, failure: string | null) {
      if (failure) failSpan(span, failure)
      span.updateName(finalName).setAttributes(facts).end()
    },
  }
}

/** The `traceparent` of the active span for other services; null without tracing. */
export const activeTraceparent = (): string | null => getTraceparent(trace.getActiveSpan())

/** The trace id for log lines; undefined without tracing. */
export const activeTraceId = (): string | undefined => activeTraceparent()?.slice(3, 35)
