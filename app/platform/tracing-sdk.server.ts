import {
  context,
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span as SdkSpan,
  type SpanContext,
} from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  type ReadableSpan,
  type Sampler,
} from '@opentelemetry/sdk-trace-base'

import { withTimeout } from '~/lib/with-timeout'

import {
  SPAN_FACTS,
  type LastingSpan,
  type Span,
  type SpanFacts,
  type SpanOptions,
} from './span.server'

export interface TracingOptions {
  /** The collector of spans. The library reads other `OTEL_*` variables itself. */
  url: string
  headers: Record<string, string>
  /** The name of the service; undefined: from `OTEL_RESOURCE_ATTRIBUTES`, else `april-loyalty`. */
  serviceName?: string
  sampler: SamplerName
  /** The fraction of traced requests, from 0 to 1, for `…traceidratio` samplers. */
  share: number
  /** Called when spans cannot be sent. */
  onFault: () => void
}

type SamplerName = `${'' | 'parentbased_'}${'always_on' | 'always_off' | 'traceidratio'}`

export type OpenTracing = ReturnType<typeof createTracing>

const CLOSE_MS = 2000
const allowed = new Set<string>(SPAN_FACTS)
/** A page loads dozens of files, and their spans would be noise. */
const UNSEEN_ROUTES = ['asset']

class SeenSpans extends BatchSpanProcessor {
  override onEnd(span: ReadableSpan): void {
    if (!UNSEEN_ROUTES.includes(String(span.attributes['http.route']))) super.onEnd(span)
  }
}

function write({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
}

/** @param traceparent a value checked at the edge or made by `write` */
function read(traceparent: string): SpanContext {
  const [, traceId = '', spanId = '', flags = '00'] = traceparent.split('-')
  return { traceId, spanId, traceFlags: parseInt(flags, 16), isRemote: true }
}

/** Drops unlisted attributes, so that a new one cannot reveal personal data. */
function listed(facts: SpanFacts): SpanFacts {
  return Object.fromEntries(Object.entries(facts).filter(([name]) => allowed.has(name)))
}

function facing(span: SdkSpan): Span {
  let hasFailed = false
  return {
    traceparent: write(span.spanContext()),
    note: (facts) => void span.setAttributes(listed(facts)),
    fail(kind) {
      // The innermost span with the error has the best description.
      if (hasFailed) return
      hasFailed = true
      span.setStatus({ code: SpanStatusCode.ERROR })
      span.setAttribute('error.type', kind)
    },
    linkTo: (traceparent) => void span.addLink({ context: read(traceparent) }),
  }
}

function samplerOf(name: SamplerName, share: number): Sampler {
  const roots = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(share),
  }
  const sampler = roots[name.replace('parentbased_', '') as keyof typeof roots]()
  return name in roots ? sampler : new ParentBasedSampler({ root: sampler })
}

/**
 * Records spans with OpenTelemetry's SDK and sends them in batches in the background. A collector
 * that is down affects no request.
 */
export function createTracing(options: TracingOptions) {
  const { url, headers, serviceName, onFault } = options
  const fault = () => onFault()
  // The SDK reads sampler variables even when it is given a sampler; the settings have checked
  // them.
  const isExpected = (message: string) => message.startsWith('OTEL_TRACES_SAMPLER') || fault()
  diag.setLogger(
    { error: isExpected, warn: isExpected, info() {}, debug() {}, verbose() {} },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'april-loyalty' }))
      .merge(detectResources({ detectors: [envDetector] }))
      .merge(resourceFromAttributes(serviceName ? { 'service.name': serviceName } : {})),
    sampler: samplerOf(options.sampler, options.share),
    spanProcessors: [new SeenSpans(new OTLPTraceExporter({ url, headers }))],
  })
  const tracer = provider.getTracer('april')

  function begin(name: string, { kind, facts = {} }: SpanOptions, parent: Context) {
    const kinds = { client: SpanKind.CLIENT, server: SpanKind.SERVER }
    const spanKind = kind ? kinds[kind] : SpanKind.INTERNAL
    return tracer.startSpan(name, { kind: spanKind, attributes: listed(facts) }, parent)
  }

  return {
    async inSpan<Value>(
      name: string,
      options: SpanOptions,
      work: (span: Span) => Promise<Value>,
    ): Promise<Value> {
      const span = begin(name, options, context.active())
      const face = facing(span)
      try {
        return await context.with(trace.setSpan(context.active(), span), work, undefined, face)
      } catch (error) {
        if (!(error instanceof Response)) face.fail(error instanceof Error ? error.name : 'unknown')
        throw error
      } finally {
        span.end()
      }
    },
    beginSpan(name: string, parent: string | null): LastingSpan {
      const above = parent ? trace.setSpanContext(ROOT_CONTEXT, read(parent)) : ROOT_CONTEXT
      const span = begin(name, { kind: 'server' }, above)
      const within = trace.setSpan(above, span)
      const face = facing(span)
      return {
        ...face,
        run: (work) => context.with(within, work),
        end(finalName, facts) {
          span.updateName(finalName)
          face.note(facts)
          span.end()
        },
      }
    },
    active(): string | null {
      const span = trace.getSpan(context.active())
      return span ? write(span.spanContext()) : null
    },
    async close(): Promise<void> {
      await withTimeout(
        () => provider.shutdown().catch(fault),
        CLOSE_MS,
        () => undefined,
      )
    },
  }
}
