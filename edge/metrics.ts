import { createServer, type Server, type ServerResponse } from 'node:http'
import { isIP } from 'node:net'

import type { StatusSection } from '../app/context/status.server'
import { statusHeaders, statusPage } from './status-page'

export interface MetricsServerOptions {
  registry: { contentType: string; metrics(): Promise<string> }
  /** Reads the sections of the operators' page. */
  readStatus(): Promise<readonly StatusSection[]>
  /** Names of this server, beside `localhost` and all addresses. */
  hosts: readonly string[]
}

/**
 * Whether a `Host` is an address or a configured name. A page of another site can lead its own name to this
 * port (DNS rebinding), but no address.
 */
function isOwnHost(host: string, names: readonly string[]): boolean {
  const url = `http://${host}`
  if (!/^[\w.:[\]-]+$/.test(host) || !URL.canParse(url)) return false
  const { hostname } = new URL(url)
  return isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 || ['localhost', ...names].includes(hostname)
}

/** Serves Prometheus metrics and the operators' page, on a port that no shopper reaches. */
export function createMetricsServer({ registry, readStatus, hosts }: MetricsServerOptions): Server {
  const pages: Record<string, (response: ServerResponse) => Promise<string>> = {
    async '/metrics'(response) {
      const text = await registry.metrics()
      response.setHeader('Content-Type', registry.contentType)
      return text
    },
    async '/'(response) {
      const page = statusPage(await readStatus())
      for (const [name, value] of Object.entries(statusHeaders)) response.setHeader(name, value)
      return page
    },
  }
  return createServer((request, response) => {
    if (!isOwnHost(request.headers.host ?? '', hosts)) {
      response.writeHead(421, { 'Content-Type': 'text/plain; charset=utf-8' })
      response.end('The Host header is no address and no name in METRICS_HOSTS.\n')
      return
    }
    const page = Object.hasOwn(pages, request.url ?? '') ? pages[request.url ?? ''] : undefined
    if (!page || !['GET', 'HEAD'].includes(request.method ?? '')) {
      response.writeHead(page ? 405 : 404)
      response.end()
      return
    }
    page(response).then(
      (text) => response.end(text),
      () => {
        response.writeHead(500)
        response.end()
      },
    )
  })
}
