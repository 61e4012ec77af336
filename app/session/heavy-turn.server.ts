import { data, type AppLoadContext } from '@remix-run/node'

import { createCallerSlots } from '~/gateways/caller-slots.server'

/** Of one shopper, at a time. */
const MOST = 2
const LONGEST_WAIT_MS = 5000
const TOO_MANY_REQUESTS = 429

const turns = createCallerSlots({ own: MOST, ofEndpoint: MOST, common: MOST })

/**
 * Loads a page that costs far more than an ordinary one: two at a time for a shopper, so that one
 * who asks for many does not slow everybody's card.
 * @throws a 429 for a page that has waited too long for the shopper's others
 */
export async function inHeavyTurn<T>(
  context: AppLoadContext,
  load: () => Promise<T>,
  longestWaitMs = LONGEST_WAIT_MS,
): Promise<T> {
  const leave = await takeTurn(context, longestWaitMs)
  try {
    return await load()
  } finally {
    leave()
  }
}

async function takeTurn(context: AppLoadContext, longestWaitMs: number): Promise<() => void> {
  const tooLong = AbortSignal.timeout(longestWaitMs)
  const shopper = String(await context.session.userId())
  try {
    return await turns.acquire('heavy page', shopper, tooLong)
  } catch (error) {
    if (!tooLong.aborted) throw error
    context.retryAfter = new Date(Date.now() + LONGEST_WAIT_MS)
    throw data(null, { status: TOO_MANY_REQUESTS })
  }
}
