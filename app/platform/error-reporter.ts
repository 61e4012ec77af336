import type { PostedError, ErrorPlace } from './browser-error'

const MAX_ERRORS = 5

/**
 * Sends each error to our server once, and at most five, because one cause often repeats. The
 * server decides which of them matter. Thrown statuses are no errors.
 */
export function createErrorReporter(where: PostedError['where'], build: () => string | undefined) {
  const reported = new Set<string>()
  return (error: unknown, what: ErrorPlace): void => {
    if (!(error instanceof Error)) return
    const { message, stack } = error
    // An error of ours around a refusal of the browser's storage has the storage's name.
    const { name } = error.cause instanceof DOMException ? error.cause : error
    if (reported.has(message) || reported.size >= MAX_ERRORS) return
    reported.add(message)
    const body = JSON.stringify({ where, what, name, message, stack, build: build() })
    void fetch('/errors', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
      keepalive: true,
    }).catch(() => undefined)
  }
}
