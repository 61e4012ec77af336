import type { ErrorEvent, NodeClient } from '@sentry/node'

/** Where fatal errors are reported, and as what. */
export interface ErrorReportOptions {
  /** The address of the error-reporting service; absent: nothing is reported. */
  dsn?: string | undefined
  environment: string
  release: string
}

/** What may stand beside an error: ids and names of ours, never values. */
export type ErrorTags = Partial<Record<'requestId' | 'endpoint' | 'kind', string>>

export interface ErrorReports {
  /** Sends one error; never throws and is never waited for. */
  report(error: unknown, tags?: ErrorTags): void
  /** Resolves when what was reported has left, or after two seconds. */
  flush(): Promise<void>
}

const FLUSH_MS = 2000

/** Digits in a row as in phones, codes, cards; tokens; addresses of people. */
const personal =
  /\+?\d[\d\s()+-]{3,}\d|eyJ[\w-]+(\.[\w-]+)*|[\w.+-]+@[\w-]+(\.[\w-]+)+|https?:\/\/\S+/g

/** A text without what could name or let in a person. */
export function scrub(text: string): string {
  return text.slice(0, 1000).replace(personal, '…')
}

/** Of an event only the kind of error, its scrubbed words and our own lines of code are sent. */
function strip({ event_id, timestamp, level, release, environment, tags, exception }: ErrorEvent) {
  const values = exception?.values?.map(({ type, value, stacktrace }) => ({
    type,
    value: value && scrub(value),
    stacktrace: {
      frames: (stacktrace?.frames ?? []).map(
        ({ filename, function: name, lineno, colno, in_app }) => ({
          filename,
          function: name,
          lineno,
          colno,
          in_app,
        }),
      ),
    },
  }))
  const kept = { event_id, timestamp, level, release, environment, tags }
  return { type: undefined, platform: 'node', ...kept, exception: { values } } as ErrorEvent
}

async function openClient({ dsn, environment, release }: ErrorReportOptions): Promise<NodeClient> {
  const { NodeClient, defaultStackParser, makeNodeTransport } = await import('@sentry/node')
  const client = new NodeClient({
    dsn,
    environment,
    release,
    integrations: [],
    stackParser: defaultStackParser,
    transport: makeNodeTransport,
    sendClientReports: false,
    sendDefaultPii: false,
    beforeSend: strip,
  })
  client.init()
  return client
}

/** The library is loaded only where there is somewhere to report to. */
export function createErrorReports(options: ErrorReportOptions): ErrorReports {
  const opening = options.dsn ? openClient(options).catch(() => null) : null
  return {
    report(error, tags = {}) {
      void opening?.then((client) => client?.captureException(error, { captureContext: { tags } }))
    },
    async flush() {
      await (await opening)?.flush(FLUSH_MS)
    },
  }
}
