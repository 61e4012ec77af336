import { useEffect } from 'react'

import type { FaultPlace } from '~/lib/fault'

/**
 * Reports what the shopper need not know but we should. How that is done is fetched when there is
 * something to report: most pages never need it.
 */
export function reportError(error: unknown, what: FaultPlace): void {
  void import('./send-fault').then(({ sendFault }) => sendFault(error, what)).catch(() => undefined)
}

/** What nobody caught. */
export function watchErrors(): void {
  const report = (event: ErrorEvent | PromiseRejectionEvent) =>
    reportError('error' in event ? event.error : event.reason, 'script')
  addEventListener('error', report)
  addEventListener('unhandledrejection', report)
}

/** Reports why a screen could not be shown. */
export function useReportedError(error: unknown): void {
  useEffect(() => reportError(error, 'screen'), [error])
}
