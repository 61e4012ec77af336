import type { LoaderFunctionArgs } from '@remix-run/node'
import type { ErrorEvent, NodeClient, StackFrame } from '@sentry/remix'
import { LRUCache } from 'lru-cache'

import { env } from './env.server'
import { scrub } from './scrub.server'

interface ErrorReportOptions {
  /** The address of the error-reporting service; absent: errors are not reported. */
  dsn?: string | undefined
  environment: string
  release: string
}

/** Tags of an error report: our own ids and names, never values. */
type ErrorTags = Partial<Record<'requestId' | 'endpoint' | 'kind' | 'where' | 'build', string>>

/** An error of a browser with the stack frames in our own files, innermost first. */
export interface BrowserError {
  name: string
  message: string
  frames: { filename: string; function: string; lineno: number; colno: number }[]
}

interface ErrorReports {
  /** Sends one error in the background; never throws. Sends the same error at most once a minute. */
  report(error: unknown, tags?: ErrorTags): void
  /** Reports an error of a loader, an action or a rendering, as the library does it for Remix. */
  reportPage(error: unknown, args: LoaderFunctionArgs, tags?: ErrorTags): void
  reportBrowser(error: BrowserError, tags?: ErrorTags): void
  /** Resolves when the reports are sent, or after two seconds. */
  flush(): Promise<void>
}

const FLUSH_MS = 2000
const SAME_AGAIN_MS = 60_000
const MAX_REPORTED = 500

/** The path of a build file as its uploaded source map names it. */
function getFile(filename: string | undefined): string | undefined {
  return filename?.replace(/^.*\/build\//, 'app:///build/')
}

const getFrames = (frames: readonly StackFrame[] = []) =>
  frames.map(({ filename, function: name, lineno, colno, in_app }) => ({
    filename: getFile(filename),
    function: name,
    lineno,
    colno,
    in_app,
  }))

/** Reduces an event to the kind of error, its scrubbed message and our own stack frames. */
function strip({ exception, platform = 'node', ...event }: ErrorEvent): ErrorEvent {
  const { event_id, timestamp, level, release, environment, tags } = event
  const values = exception?.values?.map(({ type, value, stacktrace }) => ({
    type,
    value: value && scrub(value),
    stacktrace: { frames: getFrames(stacktrace?.frames) },
  }))
  const scrubbed = { event_id, timestamp, level, release, environment, tags }
  return { type: undefined, platform, ...scrubbed, exception: { values } } as ErrorEvent
}

interface Opened {
  client: NodeClient
  library: typeof import('./sentry.server')
}

async function openClient({ dsn, environment, release }: ErrorReportOptions): Promise<Opened> {
  const library = await import('./sentry.server')
  const { NodeClient, defaultStackParser, makeNodeTransport } = library
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
  return { client, library }
}

/** Equal for repetitions of the same error. */
function getIdentity(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  const place = error.stack?.split('\n').find((line) => line.startsWith('    at ')) ?? ''
  return `${error.name} ${scrub(error.message)} ${place}`
}

/** Loads the library with the first report, if reporting is configured. */
function createErrorReports(options: ErrorReportOptions): ErrorReports {
  let opening: Promise<Opened | null> | null = null
  const open = () => (opening ??= openClient(options).catch(() => null))
  const reported = new LRUCache<string, true>({ max: MAX_REPORTED, ttl: SAME_AGAIN_MS })
  const isNews = (identity: string) => {
    if (reported.has(identity)) return false
    reported.set(identity, true)
    return true
  }
  return {
    report(error, tags = {}) {
      if (!options.dsn || !isNews(getIdentity(error))) return
      void open().then((opened) =>
        opened?.client.captureException(error, { captureContext: { tags } }),
      )
    },
    reportPage(error, args, tags = {}) {
      if (!options.dsn || !isNews(getIdentity(error))) return
      void open().then((opened) =>
        opened?.library.withScope((scope) => {
          scope.setClient(opened.client)
          scope.setTags(tags)
          opened.library.sentryHandleError(error, args)
        }),
      )
    },
    reportBrowser({ name, message, frames }, tags = {}) {
      const [place] = frames
      if (!options.dsn || !isNews(`${name} ${scrub(message)} ${place?.filename} ${place?.lineno}`))
        return
      // The service expects the outermost frame first.
      const stacktrace = { frames: frames.map((each) => ({ ...each, in_app: true })).reverse() }
      const exception = { values: [{ type: name, value: message, stacktrace }] }
      const event = { platform: 'javascript', level: 'error', tags, exception } as const
      void open().then((opened) => opened?.client.captureEvent(event))
    },
    async flush() {
      await (await opening)?.client.flush(FLUSH_MS)
    },
  }
}

/** Reports errors that an operator must look at. A 404 is not reported (specification 8.13). */
export const errorReports = createErrorReports({
  dsn: env().SENTRY_DSN,
  environment: env().SENTRY_ENVIRONMENT,
  release: env().RELEASE,
})
