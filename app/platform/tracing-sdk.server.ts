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

import {
  SPAN_FACTS,
  type LastingSpan,
  type Span,
  type SpanFacts,
  type SpanOptions,
} from './span.server'

export interface TracingOptions {
  /** Where spans are posted, and with what. What no setting declares the library reads from `OTEL_*` itself. */
  url: string
  headers: Record<string, string>
  /** What the service is called; undefined: as `OTEL_RESOURCE_ATTRIBUTES` do, else `april-loyalty`. */
  serviceName?: string
  sampler: SamplerName
  /** The share of requests that is traced, of 1, by the samplers of `…traceidratio`. */
  share: number
  /** Whatever went wrong with sending them. */
  onFault: () => void
}

export type SamplerName = `${'' | 'parentbased_'}${'always_on' | 'always_off' | 'traceidratio'}`

export type OpenTracing = ReturnType<typeof createTracing>

const CLOSE_MS = 2000
const allowed = new Set<string>(SPAN_FACTS)
/** A page asks for its files by the dozen: of them nothing is to be seen. */
const UNSEEN_ROUTES = ['asset']

class SeenSpans extends BatchSpanProcessor {
  override onEnd(span: ReadableSpan): void {
    if (!UNSEEN_ROUTES.includes(String(span.attributes['http.route']))) super.onEnd(span)
  }
}

function write({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
}

/** @param traceparent of a form that was checked at the edge, or that `write` made */
function read(traceparent: string): SpanContext {
  const [, traceId = '', spanId = '', flags = '00'] = traceparent.split('-')
  return { traceId, spanId, traceFlags: parseInt(flags, 16), isRemote: true }
}

/** Of what is noted only what is listed, so that no new attribute can let a person in. */
function listed(facts: SpanFacts): SpanFacts {
  return Object.fromEntries(Object.entries(facts).filter(([name]) => allowed.has(name)))
}

function facing(span: SdkSpan): Span {
  let hasFailed = false
  return {
    traceparent: write(span.spanContext()),
    note: (facts) => void span.setAttributes(listed(facts)),
    fail(kind) {
      // Whoever does the work says more than who hears of its error.
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

/** Spans by OpenTelemetry's own SDK, sent in batches beside the work; a collector that is away costs none of it. */
export function createTracing(options: TracingOptions) {
  const { url, headers, serviceName, onFault } = options
  const fault = () => onFault()
  // It reads the variables of the sampler even when it is given one: those the settings have checked.
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
      const late = new Promise<void>((resolve) => void setTimeout(resolve, CLOSE_MS).unref())
      await Promise.race([provider.shutdown().catch(fault), late])
    },
  }
}
