import type { ActionFunctionArgs, AppLoadContext } from '@remix-run/node'
import { z } from 'zod'

import { fromJson } from '~/lib/bounded.server'
import { defineAction } from '~/forms/define-form.server'
import { rawStatus } from '~/forms/form-response.server'
import { GatewayError } from '~/gateways/gateway-error.server'

import type { Push } from './push.server'
import { isRemovedEndpoint } from './push-endpoint.server'
import { parseSubscription } from './push-subscription'

interface Enrolment {
  kind: 'enrolled' | 'refused'
  refundsLimit?: boolean
}

/** The browser has no push service and needs a restart or other settings. */
const REMOVED = 'removed'

/** Accepts subscriptions that this shop can send to, and makes push tokens of them. */
function enrolmentSchema(push: Push) {
  return z.object({
    subscription: z.string().transform((text, issues) => {
      const subscription = parseSubscription(fromJson(text))
      const token = subscription && push.getToken(subscription)
      if (token) return token
      const isRemoved = subscription !== null && isRemovedEndpoint(subscription.endpoint)
      issues.addIssue({ code: 'custom', message: isRemoved ? REMOVED : 'no subscription' })
      return z.NEVER
    }),
    permitted: z
      .string()
      .optional()
      .transform((value) => value === 'true'),
  })
}

async function enrol(
  { gateways }: AppLoadContext,
  pushToken: string,
  notificationsPermitted: boolean,
): Promise<Enrolment> {
  try {
    const isEnrolled = await gateways.account.enrolDevice({ pushToken, notificationsPermitted })
    return { kind: isEnrolled ? 'enrolled' : 'refused' }
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    return { kind: 'refused', refundsLimit: error.isInputUnchecked }
  }
}

/**
 * Enrols this browser for pushes: 204. Final refusals: 410 for a browser without a push service,
 * 400 for another unusable subscription, 404 while push is not offered. Temporary ones: 429 after
 * five an hour, 502 when the gateway refuses, 503 while the kill switch is set.
 */
const form = defineAction('/profile', {
  name: 'push',
  async guard({ context }: ActionFunctionArgs) {
    if (!context.services.push) throw new Response(null, { status: 404 })
    return context.services.push
  },
  schema: enrolmentSchema,
  idempotencyKey: 'none',
  limit: {
    points: async ({ context }) => [['pushEnrolments', String(await context.session.userId())]],
    onExceeded: () => rawStatus(429),
  },
  call: ({ context, value }) => enrol(context, value.subscription, value.permitted),
  track({ context, value: { permitted: is_permitted } }, { kind: result }) {
    context.analytics.track('Push:Enrol', { is_permitted, result })
  },
  onResult: { enrolled: rawStatus(204), refused: rawStatus(502) },
  advanced: {
    statusWhenOff: 503,
    onInvalid: (_, { error }) => rawStatus(error.subscription?.includes(REMOVED) ? 410 : 400),
  },
})

export const action = form.action
export const loader = form.loader
