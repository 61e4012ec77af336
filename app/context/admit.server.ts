import type { LoaderFunctionArgs } from '@remix-run/node'

import type { GuardedHandler } from '~/framework/application.server'
import type { RouteId } from '~/routes'
import { facts } from '~/screens.server'
import { requireGuest, requireShopper } from '~/session/guards.server'

/**
 * Runs before each loader and action of the application, because Remix may run a child's without its
 * parent's. Layouts have no row of facts and no data of a shopper.
 * @throws Response for a visitor outside the audience of the address
 */
export async function admit(
  id: string,
  handler: GuardedHandler,
  { request, context }: Pick<LoaderFunctionArgs, 'request' | 'context'>,
): Promise<void> {
  // A switched-off write does nothing, and calls no gateway, not even to renew a session.
  if (handler.isSwitchedOff?.(context)) return
  // The GET of an action only redirects to its page.
  if (id.endsWith('.action') && request.method !== 'POST') return
  const row = facts[id as RouteId]
  if (!row && id !== 'root' && !id.endsWith('layout')) throw new Error(`No facts of ${id}`)
  const audience = row?.for
  try {
    if (audience === 'shopper') await requireShopper(request, context)
    if (audience === 'guest') await requireGuest(request, context)
  } catch (thrown) {
    throw handler.refusalOf?.(request, thrown) ?? thrown
  }
}
