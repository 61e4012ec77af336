import { createServer, type Server, type ServerResponse } from 'node:http'

import type { StatusSection } from '../app/context/status.server'
import { statusHeaders, statusPage } from './status-page'

export interface MetricsServerOptions {
  registry: { contentType: string; metrics(): Promise<string> }
  /** Reads the sections of the operators' page. */
  readStatus(): Promise<readonly StatusSection[]>
}

/** Serves Prometheus metrics and the operators' page, on a port that no shopper reaches. */
export function createMetricsServer({ registry, readStatus }: MetricsServerOptions): Server {
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
