import { useEffect } from 'react'

import type { FaultPlace } from '~/lib/fault'

type Report = (error: unknown, what: FaultPlace) => void

const waiting: Parameters<Report>[] = []
let report: Report = (...fault) => void waiting.push(fault)

/** Reports what the shopper need not know but we should, now or once it is known how. */
export function reportError(...fault: Parameters<Report>): void {
  report(...fault)
}

/** Says how faults are reported, from now on and of those that happened before. */
export function setErrorReporter(reporter: Report): void {
  report = reporter
  for (const fault of waiting.splice(0)) report(...fault)
}

/** What nobody caught. */
export function watchErrors(): void {
  addEventListener('error', ({ error }) => report(error, 'script'))
  addEventListener('unhandledrejection', ({ reason }) => report(reason, 'script'))
}

/** Reports why a screen could not be shown. */
export function useReportedError(error: unknown): void {
  useEffect(() => report(error, 'screen'), [error])
}
