import { useEffect } from 'react'

import type { FaultPlace } from './fault'

type Report = (error: unknown, what: FaultPlace) => void

const waiting: Parameters<Report>[] = []

/** Reports what the shopper need not know but we should, now or once the reporter has loaded. */
export let reportError: Report = (...fault) => void waiting.push(fault)

/** Says how faults are reported, from now on and of those that happened before. */
export function setErrorReporter(reporter: Report): void {
  reportError = reporter
  waiting.forEach((fault) => reporter(...fault))
}

/** A view transition that is cut short: the page is left, or drawn anew. The framework observes no promise of it. */
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

/** Reports why a screen could not be shown. */
export function useReportedError(error: unknown): void {
  useEffect(() => reportError(error, 'screen'), [error])
}
