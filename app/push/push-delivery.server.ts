import { request as httpsRequest, type Agent, type RequestOptions } from 'node:https'
import type { ClientRequest, IncomingMessage } from 'node:http'

import type { Subscription } from './push-subscription'

/** `gone`: drop the token; `failed`: try again later. */
export type DeliveryResult = 'sent' | 'gone' | 'failed'

/** The push service takes this message from another sender: RFC 8292, 4.2; Apple answers 400. */
const REFUSALS = [400, 401, 403]
const DEADLINE_MS = 5000
const DAY_SECONDS = 86_400

export interface Delivery {
  payload: string
  ttl?: number | undefined
  urgency?: 'very-low' | 'low' | 'normal' | 'high' | undefined
  topic?: string | undefined
}

export type OpenRequest = (
  url: URL,
  options: RequestOptions,
  onAnswer: (answer: IncomingMessage) => void,
) => ClientRequest

export interface DeliveryOptions {
  vapid: { subject: string; publicKey: string; privateKey: string }
  agent: Agent
  /** Opens the connection; tests lead it to a push service of their own. */
  open?: OpenRequest
}

/**
 * Seals one message for one subscription and hands it to its push service. The answer's body is
 * not read and no redirect is followed. `refused`: the subscription belongs to another key.
 */
export async function deliver(
  subscription: Subscription,
  { payload, ttl = DAY_SECONDS, urgency = 'normal', topic }: Delivery,
  { vapid, agent, open = httpsRequest }: DeliveryOptions,
): Promise<DeliveryResult | 'refused'> {
  // Loaded for the first message.
  const { generateRequestDetails } = await import('./web-push.server')
  const { method, headers, body, endpoint } = generateRequestDetails(subscription, payload, {
    vapidDetails: vapid,
    TTL: ttl,
    urgency,
    ...(topic ? { topic } : {}),
  })
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(DEADLINE_MS)
    const outgoing = open(
      new URL(endpoint),
      { method, headers: headers as RequestOptions['headers'] & {}, agent, signal },
      (answer) => {
        answer.resume().on('error', () => undefined)
        resolve(resultOf(answer.statusCode ?? 0))
      },
    )
    outgoing.on('error', () => resolve('failed'))
    outgoing.end(body)
  })
}

function resultOf(status: number): DeliveryResult | 'refused' {
  if (status >= 200 && status < 300) return 'sent'
  if (REFUSALS.includes(status)) return 'refused'
  return status === 404 || status === 410 ? 'gone' : 'failed'
}
