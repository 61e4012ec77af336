import type { z } from 'zod'

import { fillPath, type AnyInput, type Endpoint, type GatewayName } from './endpoint.server'
import { GatewayError } from './gateway-error.server'

/** What was given, checked, and ready to be sent. */
export interface PreparedRequest {
  path: string
  body: string | undefined
  headers: Record<string, string>
}

/** What all calls of a visitor say about it and about us. */
export interface CommonHeaders {
  client: { clientName: string; loyaltyType: string; appVersion: string }
  visitor: {
    userAgent: string
    platformVersion: string
    deviceId: string
    requestId: string
  }
}

/**
 * Checks everything that the call was given, before anything is sent.
 * @throws GatewayError `invalid`
 */
export function prepareRequest(endpoint: Endpoint, input: AnyInput): PreparedRequest {
  const check = (schema: z.ZodType, value: unknown): unknown => {
    const result = schema.safeParse(value)
    if (result.success) return result.data
    throw new GatewayError({
      kind: 'invalid',
      endpoint: endpoint.name,
      fields: result.error.issues.map(({ path, code }) => ({ name: path.join('.'), code })),
    })
  }

  let path = fillPath(endpoint, input.params)
  if (endpoint.query) {
    const query = Object.entries(check(endpoint.query, input.query ?? {}) as object)
    const given = query.filter(([, value]) => value !== undefined)
    const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
    if (given.length > 0) path += `?${search}`
  }
  // What the contract names of an endpoint is sent, empty where there is nothing to say.
  const headers: Record<string, string> = {}
  for (const name of endpoint.headers ?? []) headers[name] = printable(input.headers?.[name] ?? '')
  const body = endpoint.request && JSON.stringify(check(endpoint.request, input.body))
  return { path, body, headers }
}

/** The headers of the contract's section 'Common', by gateway: each is sent, empty where there is nothing to say. */
export function commonHeaders({
  client,
  visitor,
}: CommonHeaders): Record<GatewayName, Record<string, string>> {
  const all = {
    'User-Agent': printable(visitor.userAgent).slice(0, 256),
    'X-Platform-Version': printable(visitor.platformVersion).slice(0, 256),
    'X-Device-Platform': 'Web',
    'X-Device-ID': printable(visitor.deviceId),
    // No answer of the contract gives a device its tag (docs/decisions/016).
    'X-Device-Tag': 'disabled',
    'X-App-Version': printable(client.appVersion),
    'Content-Type': 'application/json',
    Accept: 'application/json',
    'X-Request-ID': printable(visitor.requestId),
  }
  return {
    'magnit-id': all,
    fraud: all,
    captcha: all,
    web: {
      ...all,
      'X-Client-Name': printable(client.clientName),
      'X-Loyalty-Type': printable(client.loyaltyType),
    },
  }
}

/** A header's value holds printable ASCII only: anything else makes the client throw. */
export function printable(value: string): string {
  return value.replace(/[^\x20-\x7e]/g, '').trim()
}
