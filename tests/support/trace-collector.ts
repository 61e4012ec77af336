import { createServer, type IncomingHttpHeaders } from 'node:http'

import { close, listen } from './listen'

/** A received span with its attributes by name. Times in milliseconds. */
export interface ArrivedSpan {
  traceId: string
  spanId: string
  parentSpanId: string
  name: string
  kind: number
  startMs: number
  endMs: number
  facts: Record<string, string | number | boolean>
  hasFailed: boolean
  links: { traceId: string; spanId: string }[]
}

interface SentSpan extends Omit<ArrivedSpan, 'facts' | 'hasFailed' | 'startMs' | 'endMs'> {
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: { key: string; value: Record<string, string | number | boolean> }[]
  status: { code?: number }
}

interface SentBatch {
  resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[]
}

const MS = 1e6

function arrived({ attributes, status, ...span }: SentSpan): ArrivedSpan {
  const facts = attributes.map(({ key, value }) => {
    const [given = ''] = Object.values(value)
    return [key, 'intValue' in value ? Number(given) : given] as const
  })
  return {
    ...span,
    parentSpanId: span.parentSpanId ?? '',
    links: span.links ?? [],
    startMs: Number(span.startTimeUnixNano) / MS,
    endMs: Number(span.endTimeUnixNano) / MS,
    facts: Object.fromEntries(facts),
    hasFailed: status.code === 2,
  }
}

/** A trace collector over HTTP: receives OTLP in JSON and stores it. */
export async function startTraceCollector() {
  const spans: ArrivedSpan[] = []
  /** Whole request bodies, to search for secrets. */
  const bodies: string[] = []
  const requests: { path: string; headers: IncomingHttpHeaders }[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += chunk))
    request.on('end', () => {
      bodies.push(body)
      requests.push({ path: request.url ?? '', headers: request.headers })
      const { resourceSpans } = JSON.parse(body) as SentBatch
      const scopes = resourceSpans.flatMap(({ scopeSpans }) => scopeSpans)
      spans.push(...scopes.flatMap((scope) => scope.spans.map(arrived)))
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
    })
  })
  return {
    ...{ spans, bodies, requests },
    url: `http://127.0.0.1:${await listen(server)}`,
    close: () => close(server),
  }
}
