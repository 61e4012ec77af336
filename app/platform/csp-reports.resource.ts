import type { ActionFunctionArgs, LoaderFunctionArgs, AppLoadContext } from '@remix-run/node'
import { z } from 'zod'

import { notFound } from '~/platform/not-found.server'
import { boundedList, fromJson } from '~/lib/bounded.server'

import { log } from './log.server'
import { metrics } from './metrics.server'

export function loader({ request }: LoaderFunctionArgs) {
  throw notFound(request)
}

/** Receives reports of content security policy violations in both browser formats. */
export async function action({ request, context }: ActionFunctionArgs) {
  return new Response(null, { status: acceptReports(context, await request.text()) ? 204 : 400 })
}

const MAX_REPORTS = 20

const directive = z.string().max(200).default('')
const blocked = z.string().max(2048).default('')

/** The older format, of `report-uri`. Other fields are ignored. */
const single = z
  .object({
    'csp-report': z.object({ 'effective-directive': directive, 'blocked-uri': blocked }),
  })
  .transform(({ 'csp-report': report }) => [
    { directive: report['effective-directive'], blocked: report['blocked-uri'] },
  ])

const report = z.object({
  type: z.string(),
  body: z.object({ effectiveDirective: directive, blockedURL: blocked }),
})

/**
 * The newer format, of `Reporting-Endpoints`, which may contain other reports. WebKit sends each
 * report alone, not in a list.
 */
const several = z
  .union([boundedList(report, { max: MAX_REPORTS }), report.transform((alone) => [alone])])
  .transform((reports) =>
    reports
      .filter(({ type }) => type === 'csp-violation')
      .map(({ body }) => ({ directive: body.effectiveDirective, blocked: body.blockedURL })),
  )

const reportSchema = z.union([single, several])

/** Directives of our policy; others count as `other`. */
const directives = new Set(
  `default-src script-src script-src-elem script-src-attr style-src style-src-elem style-src-attr
  img-src font-src connect-src frame-src worker-src manifest-src media-src object-src base-uri
  form-action frame-ancestors`.split(/\s+/),
)

/**
 * The source of the blocked content: a keyword such as `inline`, or an address without its query.
 */
function getPlace(blocked: string): string {
  if (/^[a-z-]{1,30}$/.test(blocked)) return blocked
  if (!URL.canParse(blocked)) return 'unknown'
  const { protocol, host, pathname } = new URL(blocked)
  // Returns host and path without the scheme, because the log scrubs whole addresses.
  return /^https?:$/.test(protocol) ? `${host}${pathname.slice(0, 100)}` : protocol
}

/**
 * Counts and logs a violation of our policy. Anybody can post reports, so the edge limits them.
 * @returns false when the text is no report
 */
function acceptReports({ visit: { requestId } }: AppLoadContext, posted: string): boolean {
  const { success, data } = reportSchema.safeParse(fromJson(posted))
  if (!success) return false
  for (const { directive: rawDirective, blocked } of data) {
    const directive = directives.has(rawDirective) ? rawDirective : 'other'
    metrics.cspReports.inc({ directive })
    log.warn(
      { requestId, directive, blocked: getPlace(blocked) },
      'content security policy violation',
    )
  }
  return true
}
