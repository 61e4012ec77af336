import { useEffect } from 'react'

import type { ErrorPlace } from './browser-error'

type Report = (error: unknown, what: ErrorPlace) => void

const waiting: Parameters<Report>[] = []

/** Reports an error that shoppers need not see; queues it until the reporter has loaded. */
export let reportError: Report = (...report) => void waiting.push(report)

/** Sets the reporter and sends the queued errors to it. */
export function setErrorReporter(reporter: Report): void {
  reportError = reporter
  for (const report of waiting.splice(0)) reporter(...report)
}

/**
 * A view transition that was skipped because the page was left or redrawn. React Router leaves this
 * rejection unhandled.
 */
const isCutTransition = (reason: unknown) =>
  reason instanceof DOMException && /transition/i.test(reason.message)

/** Uncaught errors and unhandled rejections. */
export function watchErrors(): void {
  const report = (event: ErrorEvent | PromiseRejectionEvent) =>
    reportError('reason' in event ? event.reason : event.error, 'script')
  addEventListener('error', report)
  addEventListener('unhandledrejection', (event) => {
    if (isCutTransition(event.reason)) event.preventDefault()
    else report(event)
  })
}

export function useReportedError(error: unknown): void {
  useEffect(() => reportError(error, 'screen'), [error])
}
