import type { AppLoadContext } from '@remix-run/node'
import { z } from 'zod'

import { boundedList } from '~/lib/bounded.server'
import { log } from './log.server'
import { metrics } from './metrics.server'

const MOST_REPORTS = 20

const directive = z.string().max(200).default('')
const blocked = z.string().max(2048).default('')

/** The older form, by `report-uri`. Of what browsers tell only this is read. */
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

/** The newer form, by `Reporting-Endpoints`: reports of other kinds may be among them. WebKit sends each alone, not in a list. */
const several = z
  .union([boundedList(report, { max: MOST_REPORTS }), report.transform((alone) => [alone])])
  .transform((reports) =>
    reports
      .filter(({ type }) => type === 'csp-violation')
      .map(({ body }) => ({ directive: body.effectiveDirective, blocked: body.blockedURL })),
  )

const reportShape = z.union([single, several])

/** The rules of our policy; anything else is `other`. */
const directives = new Set(
  `default-src script-src script-src-elem script-src-attr style-src style-src-elem style-src-attr
  img-src font-src connect-src frame-src worker-src manifest-src media-src object-src base-uri
  form-action frame-ancestors`.split(/\s+/),
)

/** Where something was loaded from: a word such as `inline`, or an address without its query. */
function placeOf(blocked: string): string {
  if (/^[a-z-]{1,30}$/.test(blocked)) return blocked
  if (!URL.canParse(blocked)) return 'unknown'
  const { protocol, host, pathname } = new URL(blocked)
  // Not as an address: the log scrubs those.
  return /^https?:$/.test(protocol) ? `${host}${pathname.slice(0, 100)}` : protocol
}

/**
 * Counts and logs what a browser refused by our policy. Anybody can post such a thing; the edge has limited it.
 * @returns whether it was a report at all
 */
export function takeReports({ requestId }: AppLoadContext, posted: string): boolean {
  const { success, data } = reportShape.safeParse(fromJson(posted))
  if (!success) return false
  for (const { directive: rawDirective, blocked } of data) {
    const directive = directives.has(rawDirective) ? rawDirective : 'other'
    metrics.cspReports.inc({ directive })
    log.warn({ requestId, directive, blocked: placeOf(blocked) }, 'refused by the policy')
  }
  return true
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
