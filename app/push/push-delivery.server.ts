import { ECDH } from 'node:crypto'
import { request as httpsRequest, type Agent, type RequestOptions } from 'node:https'
import type { ClientRequest, IncomingMessage } from 'node:http'

import type { Subscription } from './push-subscription'

/**
 * `gone`: drop the token; `too_large`: the service refuses this size; `not_tried`: no time was
 * left, or the service wants a pause; `failed`: any other error.
 */
export type DeliveryResult = 'sent' | 'gone' | 'failed' | 'too_large' | 'not_tried'

/** The response of a push service to one message. */
export interface ServiceResponse {
  /** The status of the push service; null: no response. */
  status: number | null
  /** Node's error code, or `timeout`, when there was no response. */
  cause: string | null
  /** How long the push service wants no message (`Retry-After`), in seconds. */
  retryAfter?: number
}

/** The result of one message, with the details that its sender needs. */
export interface Delivered extends ServiceResponse {
  result: DeliveryResult
  /** The host of the push service; null for a token without one. */
  service: string | null
}

/** The push service expects another sender's key: RFC 8292, 4.2; Apple answers 400. */
const REFUSALS: readonly (number | null)[] = [400, 401, 403]
const TOO_MANY_REQUESTS = 429
/** With `Retry-After` the push service wants no message for so long. */
const ASKS_TO_WAIT: readonly (number | null)[] = [TOO_MANY_REQUESTS, 503]
const DAY_SECONDS = 86_400
/** The payload of one encrypted record of 4,096 bytes (RFC 8291, 4). */
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
  onResponse: (response: IncomingMessage) => void,
) => ClientRequest

interface DeliveryOptions {
  vapid: { subject: string; publicKey: string; privateKey: string }
  agent: Agent
  signal: AbortSignal
  /** Opens the connection; tests replace the push service. */
  open?: OpenRequest
}

/**
 * Encrypts one message for one subscription and sends it to the push service. Ignores the response's
 * body and follows no redirects.
 * @throws Error when the message cannot be encrypted or signed
 */
export async function deliver(
  subscription: Subscription,
  { payload, ttl = DAY_SECONDS, urgency = 'normal', topic }: Delivery,
  { vapid, agent, signal, open = httpsRequest }: DeliveryOptions,
): Promise<ServiceResponse> {
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
      (response) => {
        response.resume().on('error', () => undefined)
        const status = response.statusCode ?? null
        const retryAfter = ASKS_TO_WAIT.includes(status)
          ? readRetryAfter(response.headers['retry-after'])
          : null
        resolve({ status, cause: null, ...(retryAfter !== null && { retryAfter }) })
      },
    )
    outgoing.on('error', (error) => {
      resolve({ status: null, cause: signal.aborted ? 'timeout' : getCause(error) })
    })
    outgoing.end(body)
  })
}

/** Seconds or a date (RFC 9110, 10.2.3), at most a day; null for anything else. */
function readRetryAfter(given = ''): number | null {
  const seconds = /^\d+$/.test(given) ? Number(given) : (Date.parse(given) - Date.now()) / 1000
  return seconds > 0 ? Math.min(Math.ceil(seconds), DAY_SECONDS) : null
}

/** Node's code of an error; the message may contain an address. */
function getCause(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException
  return typeof code === 'string' && /^[A-Z\d_]{1,60}$/.test(code) ? code : 'unknown'
}

/** True when another key pair may be accepted instead. */
export function isRefusal({ status }: ServiceResponse): boolean {
  return REFUSALS.includes(status)
}

/** The result for the token; RFC 8030: only 404 and 410 end a subscription. */
export function getResult({ status }: ServiceResponse): DeliveryResult {
  if (status !== null && status >= 200 && status < 300) return 'sent'
  if (status === 404 || status === 410) return 'gone'
  return status === 413 ? 'too_large' : 'failed'
}

/** True when the same message may succeed later; a refusal stays. */
export function isTemporary({ result, status, cause }: Delivered): boolean {
  if (result === 'not_tried') return true
  if (result !== 'failed') return false
  if (status !== null) return status === TOO_MANY_REQUESTS || status >= 500
  return cause !== null && !OURS.includes(cause)
}

/** Errors that the operator, or the network's administrator, must fix. */
export const ownErrors = {
  /** No secret in `SESSION_SECRETS` opens this token. */
  unknownSecret: 'unknown_secret',
  /** `PUSH_SERVICES` does not list the service. */
  unlistedService: 'unlisted_service',
  /** The message could not be encrypted or signed. */
  unsigned: 'unsigned',
} as const
const OURS: readonly string[] = Object.values(ownErrors)

/** True when messages can be encrypted for the subscription: its key is a point on the curve. */
export function hasUsableKey({ keys }: Subscription): boolean {
  try {
    ECDH.convertKey(keys.p256dh, 'prime256v1', 'base64url', 'base64url', 'compressed')
    return true
  } catch {
    return false
  }
}
