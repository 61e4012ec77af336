import { data, type AppLoadContext } from '@remix-run/node'

import { createKeyedSlots } from '~/lib/keyed-slots.server'

/** Heavy pages of one shopper at a time. */
const MOST = 2
const MAX_WAIT_MS = 5000
const TOO_MANY_REQUESTS = 429

const slots = createKeyedSlots()

/**
 * Loads an expensive page, at most two at a time for one shopper. So parallel requests of one
 * shopper do not slow down others.
 * @throws 429 when the page has waited too long for the shopper's other pages
 */
export async function withHeavyPageSlot<T>(
  context: AppLoadContext,
  load: () => Promise<T>,
  maxWaitMs = MAX_WAIT_MS,
): Promise<T> {
  const leave = await acquireSlot(context, maxWaitMs)
  try {
    return await load()
  } finally {
    leave()
  }
}

async function acquireSlot(context: AppLoadContext, maxWaitMs: number): Promise<() => void> {
  const tooLong = AbortSignal.timeout(maxWaitMs)
  const shopper = String(await context.session.userId())
  try {
    return await slots.queue(shopper, MOST, tooLong)
  } catch {
    context.reply.retryAfter = new Date(Date.now() + MAX_WAIT_MS)
    throw data(null, { status: TOO_MANY_REQUESTS })
  }
}
