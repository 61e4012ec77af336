import type { AppLoadContext } from '@remix-run/node'

import { log } from './log.server'

const LONGEST_PATH = 500

/** What is counted, only after consent. No event has room for a person. */
interface AnalyticsEvent {
  name: 'not_found_view'
  /** Paths without a query, where somebody's words might be. */
  url: string
  referrer: string | null
}

/** Until a collector is configured events go to the log, at debug level. */
function track({ consent, requestId }: AppLoadContext, event: AnalyticsEvent): void {
  if (consent.hasConsent) log.debug({ requestId, event }, 'analytics event')
}

function pathOf(address: string | null): string | null {
  if (!address || !URL.canParse(address)) return null
  return new URL(address).pathname.replace(/\.data$/, '').slice(0, LONGEST_PATH)
}

/** A view of the 404 screen, with the address and where it was linked (specification, section 2). */
export function trackNotFound(request: Request, context: AppLoadContext): void {
  track(context, {
    name: 'not_found_view',
    url: pathOf(request.url) ?? '',
    referrer: pathOf(request.headers.get('Referer')),
  })
}
