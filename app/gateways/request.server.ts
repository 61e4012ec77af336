import type { z } from 'zod'

import { fillPath, type AnyInput, type Endpoint, type GatewayName } from './endpoint.server'
import { GatewayError } from './gateway-error.server'

/** The checked input, ready to be sent. */
export interface PreparedRequest {
  path: string
  body: string | undefined
  headers: Record<string, string>
}

/** Facts about the visitor and this app in all calls of a visitor. */
interface CommonHeaders {
  client: { clientName: string; loyaltyType: string; appVersion: string }
  visitor: {
    userAgent: string
    platformVersion: string
    deviceId: string
    requestId: string
  }
}

/**
 * Checks the input of a call before sending.
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
  // The contract wants every declared header, empty without a value.
  const headers: Record<string, string> = {}
  for (const name of endpoint.headers ?? []) headers[name] = printable(input.headers?.[name] ?? '')
  const body = endpoint.request && JSON.stringify(check(endpoint.request, input.body))
  return { path, body, headers }
}

/**
 * The headers of section 'Common' of the contract, by gateway; headers without a value are empty.
 */
export function commonHeaders({
  client,
  visitor,
}: CommonHeaders): Record<GatewayName, Record<string, string>> {
  const all = {
    'User-Agent': printable(visitor.userAgent).slice(0, 256),
    'X-Platform-Version': printable(visitor.platformVersion).slice(0, 256),
    'X-Device-Platform': 'Web',
    'X-Device-ID': printable(visitor.deviceId),
    // No response of the contract assigns a device tag (docs/decisions/016).
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

/**
 * Reduces a header value to printable ASCII, because the HTTP client throws for other characters.
 */
export function printable(value: string): string {
  return value.replace(/[^\x20-\x7e]/g, '').trim()
}
