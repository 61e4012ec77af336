import type { ActionFunctionArgs } from '@remix-run/node'

import { newFormId } from '~/forms/once.server'
import type { GuardedHandler } from '~/framework/application.server'
import type { RouteId } from '~/routes'
import { kindOf, facts } from '~/screens.server'
import { requireGuest, requireShopper } from '~/session/guards.server'

/**
 * Runs a loader or an action for the audience of its address. It stands before each of them,
 * because Remix may run a child's without its parent's. A screen for shoppers or guests gets the id of its forms.
 * @param id the route, or a layout, which has no row of facts and no data of a shopper
 * @throws Response for a visitor outside the audience
 */
export async function guard(
  id: string,
  handler: GuardedHandler,
  args: ActionFunctionArgs,
): Promise<unknown> {
  const { request, context } = args
  const isPost = request.method === 'POST'
  const kind = kindOf(id)
  if (kind === 'layout') return handler(args)
  const { for: audience } = facts[id as RouteId]
  // A switched-off write does nothing, and calls no gateway, not even to renew a session. The GET of an action only
  // redirects to its page.
  const isOpen = (kind === 'action' && !isPost) || handler.isSwitchedOff?.(context)
  try {
    if (audience === 'shopper' && !isOpen) await requireShopper(request, context)
    if (audience === 'guest' && !isOpen) await requireGuest(request, context)
  } catch (thrown) {
    throw handler.getRefusal?.(request, thrown) ?? thrown
  }
  const response = await handler(args)
  const hasForms = kind === 'screen' && audience !== 'anybody' && !isPost && isPlain(response)
  return hasForms ? { ...response, formId: await newFormId(context) } : response
}

const isPlain = (response: unknown): response is object =>
  response instanceof Object && Object.getPrototypeOf(response) === Object.prototype
