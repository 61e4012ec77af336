import { isRouteErrorResponse } from '@remix-run/react'
import { useEffect } from 'react'

import { createFaultReporter } from '~/lib/fault'

interface RemixWindow {
  __remixManifest?: { version: string }
}

/** Reports what the shopper need not know but we should. */
export const reportError = createFaultReporter(
  {
    where: 'browser',
    build: () => (window as unknown as RemixWindow).__remixManifest?.version ?? '',
  },
  (fault) => {
    const body = new Blob([JSON.stringify(fault)], { type: 'application/json' })
    if (!navigator.sendBeacon?.('/errors', body))
      void fetch('/errors', { method: 'POST', body, keepalive: true }).catch(() => undefined)
  },
)

/** What nobody caught. */
export function watchErrors(): void {
  window.addEventListener('error', ({ error }) => error && reportError(error, 'script'))
  window.addEventListener('unhandledrejection', ({ reason }) => reportError(reason, 'script'))
}

/** Reports why a screen could not be shown, unless the server said so: then it knows. */
export function useReportedError(error: unknown): void {
  useEffect(() => {
    const isServers =
      isRouteErrorResponse(error) || String(error).includes('Unexpected Server Error')
    if (!isServers) reportError(error, 'screen')
  }, [error])
}
