import { createFaultReporter } from '~/lib/fault'

interface RemixWindow {
  __remixManifest?: { version: string }
}

/** Posts a fault of this page to our own server (docs/decisions/010). */
export const sendFault = createFaultReporter(
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
