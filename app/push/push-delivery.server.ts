import { ECDH } from 'node:crypto'
import { request as httpsRequest, type Agent, type RequestOptions } from 'node:https'
import type { ClientRequest, IncomingMessage } from 'node:http'

import type { Subscription } from './push-subscription'

/**
 * `gone`: drop the token; `too_large`: this message is over what the service takes; `not_tried`:
 * there was no time left for it; `failed`: anything else.
 */
export type DeliveryResult = 'sent' | 'gone' | 'failed' | 'too_large' | 'not_tried'

/** What a push service, or the way to it, answered to one message. */
export interface ServiceAnswer {
  /** Of the push service; null: no answer. */
  status: number | null
  /** Why there was no answer, as Node names it, or `timeout`. */
  cause: string | null
}

/** What became of one message, with what its sender needs in order to understand it. */
export interface Delivered extends ServiceAnswer {
  result: DeliveryResult
  /** The host of the push service; null for a token that names none. */
  service: string | null
}

/** The push service takes this message from another sender: RFC 8292, 4.2; Apple answers 400. */
const REFUSALS: readonly (number | null)[] = [400, 401, 403]
const TOO_MANY_REQUESTS = 429
const DAY_SECONDS = 86_400
/** One encrypted record of 4,096 bytes holds so many (RFC 8291, 4). */
export const LARGEST_PAYLOAD_BYTES = 3993

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
  signal: AbortSignal
  /** Opens the connection; tests lead it to a push service of their own. */
  open?: OpenRequest
}

/**
 * Seals one message for one subscription and hands it to its push service. The answer's body is
 * not read and no redirect is followed.
 * @throws Error where the message cannot be sealed or signed
 */
export async function deliver(
  subscription: Subscription,
  { payload, ttl = DAY_SECONDS, urgency = 'normal', topic }: Delivery,
  { vapid, agent, signal, open = httpsRequest }: DeliveryOptions,
): Promise<ServiceAnswer> {
  // Loaded for the first message.
  const { generateRequestDetails } = await import('./web-push.server')
  const { method, headers, body, endpoint } = generateRequestDetails(subscription, payload, {
    vapidDetails: vapid,
    TTL: ttl,
    urgency,
    ...(topic ? { topic } : {}),
  })
  return new Promise((resolve) => {
    const outgoing = open(
      new URL(endpoint),
      { method, headers: headers as RequestOptions['headers'] & {}, agent, signal },
      (answer) => {
        answer.resume().on('error', () => undefined)
        resolve({ status: answer.statusCode ?? null, cause: null })
      },
    )
    outgoing.on('error', (error) => {
      resolve({ status: null, cause: signal.aborted ? 'timeout' : causeOf(error) })
    })
    outgoing.end(body)
  })
}

/** The name that Node gives to a fault; the message may hold an address. */
export function causeOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException
  return typeof code === 'string' && /^[A-Z\d_]{1,60}$/.test(code) ? code : 'unknown'
}

/** Whether another pair of keys may be let in where this one was not. */
export function isRefusal({ status }: ServiceAnswer): boolean {
  return REFUSALS.includes(status)
}

/** What an answer means for the token; RFC 8030: only 404 and 410 end a subscription. */
export function resultOf({ status }: ServiceAnswer): DeliveryResult {
  if (status !== null && status >= 200 && status < 300) return 'sent'
  if (status === 404 || status === 410) return 'gone'
  return status === 413 ? 'too_large' : 'failed'
}

/** Whether the same message may well get through later; a refusal will not. */
export function isTemporary({ result, status, cause }: Delivered): boolean {
  if (result === 'not_tried') return true
  if (result !== 'failed') return false
  if (status !== null) return status === TOO_MANY_REQUESTS || status >= 500
  return cause !== null && !OURS.includes(cause)
}

/** What is to be mended here, or by whoever runs the network, before anything gets through. */
export const ownFaults = {
  /** No secret in `SESSION_SECRETS` seals what this token is sealed with. */
  unknownSecret: 'unknown_secret',
  /** `PUSH_SERVICES` does not name the service. */
  unlistedService: 'unlisted_service',
  /** The message could not be sealed or signed. */
  unsigned: 'unsigned',
} as const
const OURS: readonly string[] = Object.values(ownFaults)

/** Whether a message can be sealed for a subscription at all: its key is a point on the curve. */
export function hasUsableKey({ keys }: Subscription): boolean {
  try {
    ECDH.convertKey(keys.p256dh, 'prime256v1', 'base64url', 'base64url', 'compressed')
    return true
  } catch {
    return false
  }
}
