import type { Env } from '~/platform/env.server'
import { inSpan } from '~/platform/tracing.server'
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
  /** What a browser subscribes with. */
  publicKey: string
  /** Who may have pushes sent. */
  relayTokens: readonly string[]
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
  VAPID_PUBLIC_KEY: publicKeys,
  VAPID_PRIVATE_KEY: privateKeys,
  VAPID_SUBJECT: subject,
  PUSH_RELAY_TOKEN: relayTokens,
  PUSH_SERVICES: services,
  sealer,
  open,
}: PushSettings): Push | null {
  const [publicKey] = publicKeys ?? []
  if (!publicKeys || !publicKey || !privateKeys || !subject || !relayTokens) return null
  const pairs = publicKeys.map((key, index) => ({
    subject,
    publicKey: key,
    privateKey: privateKeys[index] ?? '',
  }))
  const options = {
    agent: createPushAgent(),
    ...(open ? { open } : {}),
  }

  async function sendOne(token: string, delivery: Delivery): Promise<DeliveryResult> {
    const subscription = parseSubscription(sealer.open(PURPOSE, token))
    // What is not ours, or leads elsewhere, will not get better by trying again.
    if (!subscription || !allowedEndpoint(subscription.endpoint, services)) return 'gone'
    try {
      // A device that has not been here since a rotation belongs to an older pair.
      for (const vapid of pairs) {
        const result = await deliver(subscription, delivery, { ...options, vapid })
        if (result !== 'refused') return result
      }
      return 'failed'
    } catch {
      // Keys that are no point on the curve: nothing can be sealed for them.
      return 'gone'
    }
  }

  return {
    publicKey,
    relayTokens,
    tokenOf: (subscription) =>
      allowedEndpoint(subscription.endpoint, services) ? sealer.seal(PURPOSE, subscription) : null,
    send: (tokens, delivery) =>
      eachOf(tokens, (token) =>
        inSpan('push delivery', { kind: 'client' }, async ({ note }) => {
          const result = await sendOne(token, delivery)
          note({ 'april.outcome': result })
          return result
        }),
      ),
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
