import type { Env } from '~/platform/env.server'
import type { Sealer } from '~/session/seal.server'

import {
  deliver,
  type Delivery,
  type DeliveryResult,
  type OpenRequest,
} from './push-delivery.server'
import { allowedEndpoint, createPushAgent } from './push-endpoint.server'
import { parseSubscription, type Subscription } from './push-subscription'

const PURPOSE = 'push'
const MOST_AT_ONCE = 10

/** Pushes without a database: the token at the gateway is the subscription itself, sealed. */
export interface Push {
  publicKey: string
  relayToken: string
  /** The push token of a subscription; null when its endpoint is no known push service's. */
  tokenOf(subscription: Subscription): string | null
  /** Sends one message to each token; the results are in the tokens' order. */
  send(tokens: readonly string[], delivery: Delivery): Promise<DeliveryResult[]>
}

type PushSettings = Pick<
  Env,
  'VAPID_PUBLIC_KEY' | 'VAPID_PRIVATE_KEY' | 'VAPID_SUBJECT' | 'PUSH_RELAY_TOKEN' | 'PUSH_SERVICES'
> & { sealer: Sealer; open?: OpenRequest }

/** null without the settings of push. */
export function createPush({
  VAPID_PUBLIC_KEY: publicKey,
  VAPID_PRIVATE_KEY: privateKey,
  VAPID_SUBJECT: subject,
  PUSH_RELAY_TOKEN: relayToken,
  PUSH_SERVICES: services,
  sealer,
  open,
}: PushSettings): Push | null {
  if (!publicKey || !privateKey || !subject || !relayToken) return null
  const options = {
    vapid: { subject, publicKey, privateKey },
    agent: createPushAgent(),
    ...(open ? { open } : {}),
  }

  async function sendOne(token: string, delivery: Delivery): Promise<DeliveryResult> {
    const subscription = parseSubscription(sealer.open(PURPOSE, token))
    // What is not ours, or leads elsewhere, will not get better by trying again.
    if (!subscription || !allowedEndpoint(subscription.endpoint, services)) return 'gone'
    try {
      return await deliver(subscription, delivery, options)
    } catch {
      // Keys that are no point on the curve: nothing can be sealed for them.
      return 'gone'
    }
  }

  return {
    publicKey,
    relayToken,
    tokenOf: (subscription) =>
      allowedEndpoint(subscription.endpoint, services) ? sealer.seal(PURPOSE, subscription) : null,
    send: (tokens, delivery) => eachOf(tokens, (token) => sendOne(token, delivery)),
  }
}

/** Works through a list, so many at a time. */
async function eachOf<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  let next = 0
  async function worker() {
    while (next < items.length) {
      const index = next++
      results[index] = await work(items[index] as Item)
    }
  }
  await Promise.all(Array.from({ length: MOST_AT_ONCE }, worker))
  return results
}
