import type { ActionFunctionArgs, LoaderFunctionArgs, AppLoadContext } from '@remix-run/node'
import { z } from 'zod'

import { notFound } from '~/platform/not-found.server'
import { env } from '~/platform/env.server'
import { boundedList, boundedRecord, fromJson } from '~/lib/bounded.server'
import { metrics } from '~/platform/metrics.server'

import type { Stamp } from './analytics.server'

const statuses: Record<BatchOutcome, number> = {
  invalid: 400,
  'too many': 429,
  taken: 204,
  'known already': 204,
}

export function loader({ request }: LoaderFunctionArgs) {
  throw notFound(request)
}

/** Receives events of the client layer as JSON; without consent it ignores them unread. */
export async function action({ request, context }: ActionFunctionArgs) {
  const outcome = context.analytics.isAllowed
    ? await acceptBatch(context, await request.text())
    : 'taken'
  return new Response(null, { status: statuses[outcome] })
}

const DAY_MS = 86_400_000
const MAX_EVENTS = 50
/** Of one event. */
const MAX_PROPERTIES = 30
/** The client layer's name for a page view after a client-side navigation. */
const ARRIVAL = 'Arrival'

const entry = z.object({
  id: z.uuid(),
  /** Milliseconds of the browser's clock. */
  at: z.number(),
  name: z.string().max(64),
  properties: boundedRecord(z.unknown(), { longestName: 32, max: MAX_PROPERTIES }),
})

const batchSchema = z.object({
  batch: z.uuid(),
  sentAt: z.number(),
  events: boundedList(entry, { min: 1, max: MAX_EVENTS }),
})

const arrivalSchema = z.object({
  routeId: z.string().max(128),
  url: z
    .string()
    .regex(/^\/(?!\/)/)
    .max(2048),
  from: z.string().startsWith('/').max(2048).nullable(),
  failure: z.int().min(400).max(599).optional(),
})

/** The result of a batch; only the first two are errors of the sender. */
type BatchOutcome = 'invalid' | 'too many' | 'taken' | 'known already'

/**
 * Accepts a batch of browser events once, however often it arrives. Limits: sixty batches a minute
 * for a browser and three hundred for an address, counted before parsing. Drops events that the
 * catalogue lacks.
 */
async function acceptBatch(context: AppLoadContext, posted: string): Promise<BatchOutcome> {
  const { device, visit, services } = context
  const { store, limits } = services
  const taken = await limits.consume(
    ['eventBatchesOfAddress', visit.address],
    ['eventBatches', device.assignUuid()],
  )
  if (taken.isOver) return 'too many'
  const { success, data } = batchSchema.safeParse(fromJson(posted))
  if (!success) return 'invalid'
  if (!(await store.claim(`event-batch:${data.batch}`, '1', DAY_MS))) return 'known already'
  for (const { id, at, name, properties } of data.events) {
    // Clocks of phones may be wrong, but differences of their times are right.
    const age = Math.min(Math.max(data.sentAt - at, 0), DAY_MS)
    const stamp: Stamp = { id, at: new Date(Date.now() - age), sender: 'browser' }
    if (!take(context, name, properties, stamp)) metrics.analyticsEvents.inc({ outcome: 'unknown' })
  }
  return 'taken'
}

function take({ analytics }: AppLoadContext, name: string, properties: unknown, stamp: Stamp) {
  if (name !== ARRIVAL) return analytics.trackBrowser(name, properties, stamp)
  const { success, data } = arrivalSchema.safeParse(properties)
  if (!success || !URL.canParse(data.url, env().PUBLIC_ORIGIN)) return false
  analytics.arrive({ ...data, url: new URL(data.url, env().PUBLIC_ORIGIN) }, stamp)
  return true
}
