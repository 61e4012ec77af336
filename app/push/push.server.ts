import pLimit from 'p-limit'

import type { Env } from '~/platform/parse-env.server'
import { inSpan, SpanKind } from '~/platform/tracing.server'
import type { Sealer } from '~/session/seal.server'

import {
  deliver,
  hasUsableKey,
  isRefusal,
  ownErrors,
  getResult,
  type Delivered,
  type Delivery,
  type DeliveryResult,
  type OpenRequest,
  type ServiceResponse,
} from './push-delivery.server'
import { allowedEndpoint, createPushAgent, isLastingEndpoint } from './push-endpoint.server'
import { parseSubscription, type Subscription } from './push-subscription'

const PURPOSE = 'push'
/** Messages of one batch under way at a time. */
export const MAX_AT_ONCE = 10
/** For one message with all key pairs that it tries. */
const DEADLINE_MS = 5000
/** No message starts after this time; proxies give up a response after a minute. */
const BATCH_MS = 35_000
/** After this many consecutive timeouts the rest of the batch skips a service. */
const MAX_SILENCES = 10

/** Pushes without a database: the gateway stores the sealed subscription as the token. */
export interface Push {
  /** The public key for `subscribe`. */
  publicKey: string
  /** Bearer tokens of the push relay. */
  relayTokens: readonly string[]
  /** The push token of a subscription; null when its endpoint belongs to no listed service. */
  getToken(subscription: Subscription): string | null
  /** Sends one message once to the device of each token; the results are in the tokens' order. */
  send(tokens: readonly string[], delivery: Delivery): Promise<Delivered[]>
}

type PushSettings = Pick<
  Env,
  'VAPID_PUBLIC_KEY' | 'VAPID_PRIVATE_KEY' | 'VAPID_SUBJECT' | 'PUSH_RELAY_TOKEN' | 'PUSH_SERVICES'
> & {
  sealer: Sealer
  open?: OpenRequest
  /** How long messages of a batch may start, in milliseconds; shorter in tests. */
  batchMs?: number
}

/** null without the settings of push. */
export function createPush({
  VAPID_PUBLIC_KEY: publicKeys,
  VAPID_PRIVATE_KEY: privateKeys,
  VAPID_SUBJECT: subject,
  PUSH_RELAY_TOKEN: relayTokens,
  PUSH_SERVICES: services,
  sealer,
  open,
  batchMs = BATCH_MS,
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

  /** The subscription of a token and its service, or the result for an unusable token. */
  function resolveToken(
    token: string,
  ): Delivered | { subscription: Subscription; service: string } {
    const ended = (result: DeliveryResult, service: string | null, cause: string | null) => ({
      result,
      service,
      status: null,
      cause,
    })
    if (sealer.isSealedElsewhere(token)) return ended('failed', null, ownErrors.unknownSecret)
    const subscription = parseSubscription(sealer.open(PURPOSE, token))
    if (!subscription || !isLastingEndpoint(subscription.endpoint) || !hasUsableKey(subscription))
      return ended('gone', null, null)
    const service = new URL(subscription.endpoint).hostname
    if (!allowedEndpoint(subscription.endpoint, services))
      return ended('failed', service, ownErrors.unlistedService)
    return { subscription, service }
  }

  async function sendOne(subscription: Subscription, delivery: Delivery): Promise<ServiceResponse> {
    const signal = AbortSignal.timeout(DEADLINE_MS)
    let response: ServiceResponse = { status: null, cause: ownErrors.unsigned }
    try {
      // A device that has not visited since a key rotation uses an older pair.
      for (const vapid of pairs) {
        response = await deliver(subscription, delivery, { ...options, vapid, signal })
        if (!isRefusal(response)) return response
      }
      return response
    } catch {
      return { status: null, cause: ownErrors.unsigned }
    }
  }

  /** Until when a push service wants no message, in process time. */
  const pausedUntil = new Map<string, number>()

  return {
    publicKey,
    relayTokens,
    getToken: (subscription) =>
      allowedEndpoint(subscription.endpoint, services) ? sealer.seal(PURPOSE, subscription) : null,
    async send(tokens, delivery) {
      const until = performance.now() + batchMs
      const silences = new Map<string, number>()
      /** A batch may name a device several times, with different tokens. */
      const ofDevice = new Map<string, Promise<Delivered>>()

      async function toDevice(subscription: Subscription, service: string): Promise<Delivered> {
        const now = performance.now()
        const pausedMs = (pausedUntil.get(service) ?? 0) - now
        if (now > until || pausedMs > 0 || (silences.get(service) ?? 0) >= MAX_SILENCES)
          return {
            result: 'not_tried',
            service,
            status: null,
            cause: null,
            ...(pausedMs > 0 && { retryAfter: Math.ceil(pausedMs / 1000) }),
          }
        return inSpan('push delivery', { kind: SpanKind.CLIENT }, async (span) => {
          const response = await sendOne(subscription, delivery)
          silences.set(service, response.cause === 'timeout' ? (silences.get(service) ?? 0) + 1 : 0)
          if (response.retryAfter)
            pausedUntil.set(service, performance.now() + response.retryAfter * 1000)
          const result = getResult(response)
          span.setAttribute('april.outcome', result)
          return { ...response, result, service }
        })
      }

      return pLimit(MAX_AT_ONCE).map(tokens, async (token) => {
        const resolved = resolveToken(token)
        if ('result' in resolved) return resolved
        const { subscription, service } = resolved
        const { endpoint } = subscription
        const sending = ofDevice.get(endpoint) ?? toDevice(subscription, service)
        ofDevice.set(endpoint, sending)
        return sending
      })
    },
  }
}
