import { context, diag, DiagLogLevel, trace } from '@opentelemetry/api'
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

interface TracingOptions {
  /** The collector of spans. The library reads other `OTEL_*` variables itself. */
  url: string
  headers: Record<string, string>
  /** The name of the service; undefined: from `OTEL_RESOURCE_ATTRIBUTES`, else `april-loyalty`. */
  serviceName?: string
  sampler: SamplerName
  /** The fraction of traced requests, from 0 to 1, for `…traceidratio` samplers. */
  share: number
  /** Called when spans cannot be sent. */
  onError: () => void
}

type SamplerName = `${'' | 'parentbased_'}${'always_on' | 'always_off' | 'traceidratio'}`

const CLOSE_MS = 2000

/**
 * All attributes of spans, with OpenTelemetry's names where they exist. Values are our own names
 * and figures; other attributes are dropped, so that a new one cannot reveal personal data.
 */
const SPAN_FACTS = [
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
]
/** A page loads dozens of files, and their spans would be noise. */
const UNSEEN_ROUTES = ['asset']

class SeenSpans extends BatchSpanProcessor {
  override onEnd(span: ReadableSpan): void {
    for (const name of Object.keys(span.attributes))
      if (!SPAN_FACTS.includes(name)) delete span.attributes[name]
    if (!UNSEEN_ROUTES.includes(String(span.attributes['http.route']))) super.onEnd(span)
  }
}

function getSampler(name: SamplerName, share: number): Sampler {
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
  const { url, headers, serviceName, onError } = options
  const countError = () => onError()
  // The SDK reads sampler variables even when it is given a sampler; the settings have checked
  // them.
  const isExpected = (message: string) => message.startsWith('OTEL_TRACES_SAMPLER') || countError()
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
    sampler: getSampler(options.sampler, options.share),
    spanProcessors: [new SeenSpans(new OTLPTraceExporter({ url, headers }))],
  })
  trace.setGlobalTracerProvider(provider)
  return {
    /** Resolves when ended spans are sent, or after two seconds. */
    close: () =>
      withTimeout(
        () => provider.shutdown().catch(countError),
        CLOSE_MS,
        () => undefined,
      ),
  }
}
