import { useEffect } from 'react'

import { createFaultReporter } from '~/lib/fault-reporter'
import type { FaultPlace } from '~/lib/fault'

const report = createFaultReporter(
  'browser',
  () => (window as { __remixManifest?: { version: string } }).__remixManifest?.version,
)

/** Reports what the shopper need not know but we should (docs/decisions/010). */
export function reportError(error: unknown, what: FaultPlace): void {
  report(error, what)
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
