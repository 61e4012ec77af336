import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'

import { newFormId } from '~/forms/once.server'
import type { GuardedHandler } from '~/framework/application.server'
import type { RouteId } from '~/routes'
import { facts } from '~/screens.server'
import { requireGuest, requireShopper } from '~/session/guards.server'

/**
 * Runs a loader or an action for the audience of its address. The data of a screen that is not for anybody get
 * the id of its forms (`forms/form-id.tsx`).
 */
export async function serve(
  id: string,
  handler: GuardedHandler,
  args: ActionFunctionArgs,
): Promise<unknown> {
  await admit(id, handler, args)
  const response = await handler(args)
  const hasForms = id.endsWith('.screen') && facts[id as RouteId].for !== 'anybody'
  if (!hasForms || args.request.method === 'POST' || !isPlain(response)) return response
  return { ...response, formId: await newFormId(args.context) }
}

const isPlain = (response: unknown): response is object =>
  response instanceof Object && Object.getPrototypeOf(response) === Object.prototype

/**
 * Runs before each loader and action of the application, because Remix may run a child's without its
 * parent's. Layouts have no row of facts and no data of a shopper.
 * @throws Response for a visitor outside the audience of the address
 */
async function admit(
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
    throw handler.getRefusal?.(request, thrown) ?? thrown
  }
}
