import { randomBytes, randomUUID } from 'node:crypto'

import type { Env } from '~/platform/env.server'

import type { AnyInput, Endpoint } from '../endpoint.server'
import { createHttpClient, type HttpAnswer } from '../http.server'
import { commonHeaders, prepareRequest } from '../request.server'

export interface ContractClientOptions {
  webUrl: string
  magnitIdUrl: string
  clientName: string
  loyaltyType: string
  appVersion: string
  timeoutMs: number
}

/** The gateways' part of the configuration. */
export const contractClientOptions = (settings: Env): ContractClientOptions => ({
  webUrl: settings.WEB_GATEWAY_URL,
  magnitIdUrl: settings.MAGNIT_ID_GATEWAY_URL,
  clientName: settings.CLIENT_NAME,
  loyaltyType: settings.LOYALTY_TYPE,
  appVersion: settings.APP_VERSION,
  timeoutMs: settings.GATEWAY_TIMEOUT_MS,
})

/** Sends calls like the application, without retries, and returns raw answers. */
export function createContractClient(options: ContractClientOptions) {
  const clients = {
    web: createHttpClient(options.webUrl),
    'magnit-id': createHttpClient(options.magnitIdUrl),
  }
  const common = commonHeaders({
    client: options,
    visitor: {
      userAgent: 'april-contract',
      platformVersion: 'Linux Node 0',
      deviceId: randomUUID().toUpperCase(),
      requestId: randomUUID(),
    },
  })
  const hex = (bytes: number) => randomBytes(bytes).toString('hex')
  const traceparent = `00-${hex(16)}-${hex(8)}-00`
  return {
    /** @throws GatewayError without an answer, or for an id that cannot be part of a path */
    async send(endpoint: Endpoint, input: AnyInput, accessToken?: string): Promise<HttpAnswer> {
      const { path, body, headers } = prepareRequest(endpoint, input)
      const client = clients[endpoint.gateway as keyof typeof clients]
      return client.send({
        endpoint: endpoint.name,
        method: endpoint.method,
        path,
        body,
        headers: {
          ...common[endpoint.gateway],
          ...headers,
          traceparent,
          ...(endpoint.auth !== 'none' && accessToken
            ? { Authorization: `Bearer ${accessToken}` }
            : {}),
        },
        signal: AbortSignal.timeout(options.timeoutMs),
      })
    },
    async close() {
      await Promise.all(Object.values(clients).map((client) => client.close()))
    },
  }
}
