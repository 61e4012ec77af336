import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'

import {
  createGatewayClient,
  type CallEvent,
  type ContractErrorEvent,
} from '../../app/gateways/client.server'
import type { GatewayConfig, Caller } from '../../app/gateways/client.server'
import type { Call } from '../../app/gateways/endpoint.server'
import { close, listen } from './listen'

export interface Received {
  method: string
  url: string
  headers: IncomingHttpHeaders
  body: string
}

type Answerer = (response: ServerResponse, request: Received, count: number) => void

/** A gateway for tests, on a real socket: in-process fakes do not see this client's calls. */
export async function startLocalGateway() {
  let answerer: Answerer = (response) => json(response, 200, {})
  let count = 0
  const received: Received[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => (body += chunk))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      const noted = { method, url, headers, body }
      received.push(noted)
      answerer(response, noted, ++count)
    })
  })
  return {
    url: `http://127.0.0.1:${await listen(server)}`,
    received,
    /** Replaces the function that responds to requests; clears `received`, and `count` starts at 1 again. */
    response(next: Answerer) {
      answerer = next
      count = 0
      received.length = 0
    },
    close: () => close(server),
  }
}

export function json(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value))
}

export interface Harness {
  call: Call
  /** A call by the same client for a visitor with another device id. */
  getCall(deviceId: string): Call
  events: CallEvent[]
  contractErrors: ContractErrorEvent[]
  close(): Promise<void>
}

/** A client of the local gateway, and its records of the calls. */
export function createHarness(
  url: string,
  visitor: Partial<Caller> = {},
  config: Partial<GatewayConfig> = {},
): Harness {
  const events: CallEvent[] = []
  const contractErrors: ContractErrorEvent[] = []
  const client = createGatewayClient({
    webUrl: `${url}/webgate`,
    magnitIdUrl: `${url}/magnit-id/`,
    fraudUrl: `${url}/fraud`,
    clientName: 'v1',
    loyaltyType: 'v1-loyalty',
    appVersion: '1.2.3',
    timeoutMs: 2_000,
    onCall: (event) => events.push(event),
    onContractError: (event) => contractErrors.push(event),
    ...config,
  })
  const getCall = (deviceId?: string) =>
    client.for({
      userAgent: 'Mozilla/5.0 (Android)',
      platformVersion: 'Android Chrome 132',
      requestId: 'request-1',
      deviceId: '0A1B2C3D-0000-4000-8000-00000000000F',
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      accessToken: async () => 'token-1',
      renewAccessToken: async () => null,
      ...visitor,
      ...(deviceId && { deviceId }),
    })
  return { call: getCall(), getCall, events, contractErrors, close: () => client.close() }
}
